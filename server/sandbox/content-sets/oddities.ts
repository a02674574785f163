/**
 * Valid but unusual content that an editor, a member or an older API could send, and that can break pages. Each row
 * of a list gets one by its id, in every field that the oddity defines. Picture URLs that begin with "/" are on the
 * sandbox's origin. Names appear in docs/testing.md and in test messages.
 */
type Oddity = { name: string } & { [Name in Part]?: unknown };

/** Texts such as titles, the HTML of a post or an answer, categories and statuses (option), pinned or liked (flag) … */
export type Part = "words" | "html" | "count" | "money" | "option" | "time" | "pictures" | "flag";

const nested = (tag: string, depth: number) =>
  `<${tag}><li>`.repeat(depth) + "深い" + `</li></${tag}>`.repeat(depth);

const table = (columns: number) => {
  const row = (cell: string, text: string) =>
    `<tr>${Array.from({ length: columns }, (_, i) => `<${cell}>${text} ${i + 1}</${cell}>`).join("")}</tr>`;
  return `<table>${row("th", "見出し")}${row("td", "1,000,000,000,000,000")}${row("td", "Donaudampfschifffahrtsgesellschaft")}</table>`;
};

/** A URL of 97 characters, which browsers do not break without CSS. */
const ADDRESS = `https://soria.example/${"islands/".repeat(9)}end`.padEnd(97, "x");
const UNBROKEN = "W".repeat(200);

export const ODDITIES: readonly Oddity[] = [
  { name: "an address of 97 letters", words: ADDRESS, html: `<p>${ADDRESS}</p><pre>${UNBROKEN}</pre>` },
  { name: "a word of 200 letters", words: UNBROKEN, html: `<h1>${UNBROKEN}</h1><h2>${UNBROKEN}</h2>` },
  { name: "no title", words: null, html: "", pictures: null },
  { name: "an empty title", words: "", html: "<p></p><p>&nbsp;</p>", pictures: [] },
  { name: "a title of blanks", words: " \u3000\u00a0 ", html: "   " },
  {
    name: "HTML in a title",
    words: `<b>bold</b><script>alert(1)</script><img src=x onerror=alert(1)>`,
    html: `<p onclick="alert(1)">text<script>alert(1)</script><iframe src="/"></iframe><b>open`,
  },
  {
    name: "entities and quotes",
    words: `&amp; &lt;br&gt; "double" 'single' \`tick\` \\ %20 {{name}} $1`,
    html: "&amp;amp; &#x3042; &bogus;",
  },
  { name: "emoji", words: "👩‍👩‍👧‍👦🏳️‍🌈🇯🇵🇰🇷 #️⃣ 🫠 ".repeat(4), html: "<p>🏝️🏝🏽‍♀️</p>" },
  {
    name: "Arabic",
    words: "جزيرة صوريا ترحّب بكم (٢٠٢٦) في الميناء الجديد!",
    html: "<p>مرحبًا <b>بكم</b> في 123</p>",
  },
  { name: "Hebrew", words: "ברוכים הבאים לאי 123 של Soria?", html: '<p dir="rtl">שלום</p>' },
  {
    name: "invisible marks",
    words: "\u202eevitcepsrep\u202c a\u200b\u200d\ufeffb \u2066x\u2069 \u00ad\u00ad",
    html: "<p>\u202etxet</p>",
  },
  {
    name: "piled-up accents",
    words: "S\u0300\u0301\u0302\u0303\u0304\u0305\u0306o\u0307\u0308\u0309\u030a\u030br\u0316\u0317\u0318ia",
    html: "<p>a\u0300\u0301\u0302\u0303</p>",
  },
  {
    name: "a script of another language",
    words: "เกาะโซเรียเปิดท่าเรือใหม่แล้ว",
    html: "<p>สวัสดี</p><p>เกาะของเรา</p>",
  },
  {
    name: "line breaks and tabs",
    words: "first\r\nsecond\tthird\u2028fourth\u0000\u0007",
    html: "<br><br><hr><hr>",
  },
  {
    name: "a title of 400 letters",
    words: "島の朝はいつも静かに始まります。".repeat(25),
    html: `<p>${"島の朝。".repeat(2_000)}</p>`,
  },
  {
    name: "nothing counted",
    count: null,
    option: null,
    time: null,
    flag: null,
    html: nested("ul", 12),
    pictures: null,
  },
  { name: "a million and more", count: 1_000_000, money: 1_000_000_000_000, time: "0001-01-01T00:00:00Z" },
  { name: "ten to the fifteenth", count: 1e15, money: 1e15, time: "9999-12-31T12:00:00Z", html: table(20) },
  { name: "counts that are none", count: -5, money: -1_250, time: "soon", flag: "yes", option: 7 },
  {
    name: "fractions and texts as counts",
    count: "1,024",
    money: 0.5,
    time: "9999-12-31T23:59:59Z",
    option: "",
  },
  {
    name: "an unknown category and status",
    option: "HOLOGRAM",
    count: 2.5,
    html: `<marquee>?</marquee><font size="7">!</font>`,
  },
  {
    name: "pictures that are not there",
    pictures: [{ url: "/art/missing.png" }, {}],
    html: '<img src="/art/missing.png" width="4000" height="9"><img>',
  },
  {
    name: "pictures that are none",
    pictures: [{ url: "javascript:alert(1)" }, { url: "data:image/png;base64,AAAA" }, { url: "" }, null],
    html: '<img src="javascript:alert(1)"><a href="javascript:alert(1)">link</a><a href="">nowhere</a><a></a>',
  },
];
