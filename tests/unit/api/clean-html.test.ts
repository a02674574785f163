import { describe, expect, it } from "vitest";
import { cleanHtml, plainText, safeAddress, searchableText } from "#server/api/sanitize-html.server";
import { htmlVectors } from "./html-vectors";

describe("cleanHtml", () => {
  it("is tried with at least 70 vectors", () => {
    expect(new Set(htmlVectors).size).toBeGreaterThanOrEqual(70);
  });

  it.each(htmlVectors)("leaves nothing that acts: %s", (vector) => {
    const clean = cleanHtml(vector);
    const tags = clean.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(
        /^<\/?(p|br|hr|h[234]|ul|ol|li|dl|dt|dd|strong|b|em|i|u|s|del|ins|ruby|rt|rp|details|summary|su[bp]|small|blockquote|code|pre|a|img|fig\w+|table|caption|thead|tbody|tr|th|td|span|div)\b/,
      );
      expect(tag).not.toMatch(/\son\w+\s*=|style=|class=|\sid="(?!content-)|name=|srcset|formaction/i);
      expect(tag).not.toMatch(/(href|src)="(?!https?:\/\/|mailto:|tel:|#content-|\/(?!\/))/i);
    }
  });

  it("keeps what a post is written with", () => {
    const post = `<h2>A</h2><p>b <strong>c</strong> <a href="/news">d</a></p><ul><li>e</li></ul><table><tr><th scope="col">f</th></tr></table>`;
    const clean = cleanHtml(post);
    for (const part of [
      "<h2>A</h2>",
      "<strong>c</strong>",
      'href="/news"',
      "<li>e</li>",
      '<th scope="col">f</th>',
    ]) {
      expect(clean).toContain(part);
    }
  });

  it("keeps the page's one h1, and loads pictures late", () => {
    expect(cleanHtml(`<h1>x</h1><img src="https://ok.test/a.png">`)).toBe(
      `<h2>x</h2><img src="https://ok.test/a.png" alt="" loading="lazy" />`,
    );
  });

  it("keeps the attributes of links, pictures and cells, and gives each link its own rel", () => {
    expect(cleanHtml(`<a href="http://ok.test/" title="t" rel="opener">a</a>`)).toBe(
      `<a href="http://ok.test/" title="t" rel="noopener noreferrer nofollow">a</a>`,
    );
    const picture = `<img src="http://ok.test/a.png" alt="x" width="10" height="20" loading="lazy" />`;
    expect(cleanHtml(picture.replace("lazy", "eager"))).toBe(picture);
    const row = `<tr><th scope="row" colspan="2" rowspan="3">a</th><td colspan="4" rowspan="5">b</td></tr>`;
    expect(cleanHtml(`<table>${row}</table>`)).toContain(row);
  });

  it.each(["http://ok.test/", "https://ok.test/", "mailto:a@ok.test", "/news"])(
    "keeps a link to %s",
    (href) => expect(cleanHtml(`<a href="${href}">a</a>`)).toContain(`href="${href}"`),
  );

  it.each(["/a.png", "/a?https://ok.test/a.png", "mailto:a@ok.test", ""])("drops a picture at %j", (src) =>
    expect(cleanHtml(`a<img src="${src}">b`)).toBe("ab"),
  );

  it("answers the same for content that it has seen, and tells one from another", () => {
    const [one, other] = ["<p onclick=a>once</p>", "<p onclick=a>another</p>"];
    expect([cleanHtml(one), cleanHtml(other), cleanHtml(one)]).toEqual([
      "<p>once</p>",
      "<p>another</p>",
      "<p>once</p>",
    ]);
  });

  it("reads the first 200,000 characters of a megabyte, and no more", () => {
    expect(cleanHtml("<div>".repeat(200_000)).match(/<div>/g)).toHaveLength(40_000);
  });
});

describe("what a post is written with stays", () => {
  it.each([
    `<p><del>¥1,200</del> <s>¥1,100</s> <ins>¥980</ins></p>`,
    `<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp></ruby>`,
    `<p>😀 and 𠮷</p>`,
    `<ol start="3" reversed><li value="7">a</li></ol>`,
    `<dl><dt>a</dt><dd>b</dd></dl>`,
    `<details open><summary>a</summary>b</details>`,
  ])("%s", (html) => expect(cleanHtml(html).replaceAll('=""', "")).toBe(html));

  it("a number to call", () =>
    expect(cleanHtml(`<a href="tel:+81312345678">a</a>`)).toContain(`href="tel:+81312345678"`));

  it("a table of contents, whose ids cannot be those of the page", () => {
    const html = `<a href="#top">1</a><a href="#節">2</a><h2 id="top">A</h2><a name="節">B</a>`;
    const clean = cleanHtml(html, "answer-5");
    for (const part of [
      `href="#answer-5-top"`,
      `href="#answer-5-節"`,
      `<h2 id="answer-5-top">`,
      `id="answer-5-節"`,
    ])
      expect(clean).toContain(part);
    expect(cleanHtml(html)).toContain(`<h2 id="content-top">`);
    expect(cleanHtml(`<p id="a b">x</p>`)).toBe("<p>x</p>");
  });

  it("an anchor by its id, which comes before its name", () => {
    for (const anchor of [`<a id="x">a</a>`, `<a name="x">a</a>`, `<a id="x" name="y">a</a>`])
      expect(cleanHtml(anchor)).toContain(` id="content-x"`);
  });

  it("a link to an id of at most 100 characters, and none to an empty one", () => {
    const id = "a".repeat(100);
    expect(cleanHtml(`<a href="#${id}">a</a>`)).toContain(`href="#content-${id}"`);
    expect(cleanHtml(`<a href="#${id}a">a</a>`)).toContain(`href="#${id}a"`);
    expect(cleanHtml(`<a href="#">a</a>`)).toContain(`href="#"`);
  });

  it("text that an older page strikes through", () =>
    expect(cleanHtml("<strike>¥1,200</strike>")).toBe("<s>¥1,200</s>"));

  it("a whole character where the text is cut", () =>
    expect(cleanHtml(`${"a".repeat(199_999)}😀`)).toBe("a".repeat(199_999)));
});

describe("plainText", () => {
  it.each([
    ["<p>5<strong>回</strong>続けて<em>間違える</em></p>", "5回続けて間違える"],
    ["<p>a</p><p>b</p>", "a b"],
    ["a<br>b", "a b"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "a b"],
    ["Terms &amp; Conditions", "Terms & Conditions"],
    ["AT&amp;T &lt;b&gt; &#39;x&#39; &nbsp;&copy;", "AT&T <b> 'x' ©"],
    ["&amp;amp;lt;", "&amp;lt;"],
    ["<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>へ", "東京へ"],
    [`<ruby>東<rp id="p">(</rp><rt id="t">とう</rt><rp>)</rp></ruby>`, "東"],
    [`a &quot;b&quot; "c"`, `a "b" "c"`],
    ["<script>x</script><style>y</style>z<!-- c -->", "z"],
    ["1 < 2 & 3", "1 < 2 & 3"],
  ])("of %s is %s", (html, text) => expect(plainText(html)).toBe(text));

  it("for a search has the readings of ruby as well", () => {
    expect(searchableText("<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby></p>")).toBe("東京\nとうきょう");
    expect(searchableText(`<ruby>東<rt id="t">とう</rt></ruby>`)).toBe("東\nとう");
  });

  it("takes 200,000 signs that open a tag", () =>
    expect(plainText("<".repeat(300_000))).toHaveLength(200_000));
});

describe("safeAddress", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.test/x",
    "/relative",
    "",
    "vbscript:x",
    "blob:https://x",
  ])("refuses %s", (address) => expect(safeAddress(address)).toBeUndefined());
  it("takes http and https", () => {
    expect(safeAddress("https://ok.test/a b.png")).toBe("https://ok.test/a%20b.png");
    expect(safeAddress("http://ok.test/a.png")).toBe("http://ok.test/a.png");
  });
});
