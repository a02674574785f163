/** The list of news and a post as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { faults } from "../../mocks/server";
import { texts } from "../../kit/data/texts";
import {
  browser,
  columnsOf,
  headOf,
  controls,
  links,
  mainOf,
  namedLinks,
  optionsOf,
  rowsOf,
  tags,
  useSite,
  words,
} from "./site";
import { list, post, respond } from "./mocked-data";

useSite();

describe("news", () => {
  it("has the tabs all, announcement, update and event, and keeps tab, search and size in its pager [P066.1 P068.3 P069.1]", async () => {
    respond("/api/news", list([post], 1, 3, 25));
    const page = mainOf(await browser.open("/news?size=20&type=EVENT&by=TITLE_CONTENT&keyword=post"));
    const [tabs = ""] = /<nav\b[^>]*aria-label="Type"[\s\S]*?<\/nav>/.exec(page) ?? [];
    // For small screens a dropdown (P066.2; tests/e2e/tabs-menu.spec.ts), for others a row.
    const [menu = "", row = ""] = tabs.split("</details>");
    expect(menu).toMatch(/<summary>Event/);
    for (const part of [menu, row])
      expect(links(part).map((to) => new URLSearchParams(to.split("?")[1]).get("type"))).toEqual([
        null,
        "ANNOUNCEMENT",
        "UPDATE",
        "EVENT",
      ]);
    expect(words(row)).toBe("All Announcement Update Event");
    const [pager = ""] = /<nav\b[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(page) ?? [];
    const kept = { size: "20", type: "EVENT", by: "TITLE_CONTENT", keyword: "post" };
    for (const to of links(pager))
      expect(Object.fromEntries(new URLSearchParams(to.split("?")[1]))).toMatchObject(kept);
    expect(links(pager).at(-1)).toMatch(/[?&]page=3\b/);
  });

  it("has a pager of ten pages at once: of page eleven, from eleven on [P068.3 P114.3 P180.4 P180.5]", async () => {
    for (const [page, first, more] of [
      [1, 1, { back: [], on: [2, 25] }],
      [11, 11, { back: [1, 10], on: [12, 25] }],
    ] as const) {
      respond("/api/news", list([post], page, 25, 250));
      const [pager = ""] =
        /<nav\b[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(
          mainOf(await browser.open(`/news?type=EVENT&page=${page}`)),
        ) ?? [];
      const shown = [...more.back, ...Array.from({ length: 10 }, (_, index) => first + index), ...more.on];
      expect(links(pager)).toEqual(shown.map((n) => `/news?type=EVENT${n > 1 ? `&page=${n}` : ""}`));
    }
  });

  it("opens a post that was searched for at the words, by a document load, with the way back to the search [P073.3]", async () => {
    respond("/api/news", list([post], 1, 3, 25));
    const found = mainOf(await browser.open("/news?keyword=post-office%20a%26b"));
    const posts = links(found).filter((to) => to.startsWith("/news/") && !to.includes("feed"));
    expect(posts).toEqual([expect.stringMatching(/#:~:text=post%2Doffice&text=a%26b$/)]);
    const back = new URLSearchParams(posts[0]?.split(/[?#]/)[1]);
    expect(Object.fromEntries(back)).toEqual({ by: "TITLE", keyword: "post-office a&b" });
    respond("/api/news", list([post], 1, 3, 25));
    const all = mainOf(await browser.open("/news"));
    expect(links(all).filter((to) => to.includes(":~:"))).toEqual([]);
  });

  it("leads with the newest pinned story, which the table has as well [P022.1]", async () => {
    const pinned = { ...post, is_fixed: true };
    respond("/api/news", list([pinned, { ...post, id: post.id + 1 }], 1, 1, 2));
    const page = mainOf(await browser.open("/news"));
    const [lead = "", table = ""] = page.split("<table");
    expect(lead).toContain(`/news/${post.id}`);
    expect(table).toContain(`href="/news/${post.id}"`);
    expect(table).toContain(`href="/news/${post.id + 1}"`);
    respond("/api/news", list([post], 1, 1, 1));
    expect(mainOf(await browser.open("/news?type=UPDATE"))).not.toContain("news-lead");
  });

  it("keeps its head and its types when its call fails, and has the error's title [P174.2]", async () => {
    await faults({ path: "/api/news", status: 503 });
    const page = await browser.open("/news?type=UPDATE&keyword=nothing-kept");
    expect(page.status).toBeGreaterThanOrEqual(500);
    expect(page.html).toContain(`<title>${texts("en", "errors")("boundary.title")} | `);
    expect(words(page)).toContain(texts("en", "news")("lead"));
    expect(headOf(page)).toBe("News");
    expect(words(page)).toMatch(/All .*Announcement .*Update .*Event/);
  });

  it("is searched by title, or by title and content, with what its address says [P067.1 P067.2 P069.1 P069.2 P152.2]", async () => {
    const asked = respond("/api/news", list([post]));
    const page = await browser.open("/news");
    expect(optionsOf(page, "by")).toEqual(["TITLE", "TITLE_CONTENT"]);
    expect(controls(mainOf(page)).some(({ name }) => name === "keyword")).toBe(true);
    const [search = {}] = tags(mainOf(page), "form").filter(({ role }) => role === "search");
    expect([search["method"], search["action"]]).toEqual(["get", "/news"]);
    for (const by of ["TITLE", "TITLE_CONTENT"]) {
      asked.length = 0;
      await browser.open(`/news?lng=ko&page=2&size=20&type=UPDATE&by=${by}&keyword=lamp`);
      expect(Object.fromEntries(asked[0] ?? [])).toEqual({
        ...{ scope: "WEB", language: "KO", page: "2", size: "20" },
        ...{ type: "UPDATE", by, keyword: "lamp" },
      });
    }
  });

  it("shows type, title, date and views of each post, and a pinned label in place of the type [A012.1 P010.1 P068.1 P068.2 P114.1 P114.3]", async () => {
    respond("/api/news", list([post, { ...post, id: 8, title: "Pinned one", is_fixed: true }], 2, 2, 12));
    const page = mainOf(await browser.open("/news?page=2"));
    expect(words(page)).toContain(texts("en", "news")("count_other", { count: 12 }));
    expect(columnsOf(page)).toEqual(["Type", "Title", "Date", "Views"]);
    expect(links(page)).toContain("/news");
    expect(links(page)).not.toContain("/news?page=3");
    expect(rowsOf(page)).toEqual([
      ["Event", "A post", "24 Nov 2026", "1,234"],
      ["Pinned", "Pinned one", "24 Nov 2026", "1,234"],
    ]);
    expect(namedLinks(page)).toEqual(
      expect.arrayContaining(["A post: /news/7?page=2", "Pinned one: /news/8?page=2"]),
    );
  });

  it("shows a post of the type ETC, or of one that nobody knows [P115.1]", async () => {
    respond(
      "/api/news",
      list(
        [
          { ...post, type: "ETC" },
          { ...post, id: 8, type: "BRAND_NEW" },
        ],
        2,
        2,
        12,
      ),
    );
    const page = await browser.open("/news?page=2");
    expect(page.status).toBe(200);
    expect(rowsOf(mainOf(page)).filter((row) => row.includes("Other"))).toHaveLength(2);
  });

  it("says under its tabs that there is nothing [P085.2]", async () => {
    respond("/api/news", list([]));
    for (const query of ["", "?type=EVENT", "?keyword=nothing"])
      expect(words(await browser.open(`/news${query}`)), query).toMatch(
        /Announcement Update Event.*No posts found/,
      );
  });

  it("a post shows type, title, date, views, picture and its HTML made safe [A012.1 P010.1 P073.1 P073.2 P114.2]", async () => {
    const second = { url: "http://api.test/art/second.svg" };
    respond("/api/news/7", { ...post, noticeImages: [...post.noticeImages, second] });
    const page = await browser.open("/news/7");
    // The page shows the first picture, and its structured data has all of them.
    const [, pictures = ""] = /"image":(\[[^\]]*\])/.exec(page.html) ?? [];
    expect(JSON.parse(pictures)).toEqual(["http://api.test/art/news.svg", second.url]);
    expect(words(page)).toMatch(/^A post Event 24 Nov 2026 1,234 views .*Text bold/);
    expect(tags(mainOf(page), "img").map(({ src }) => src)).toContain("http://api.test/art/news.svg");
    expect(mainOf(page)).toContain("<strong>bold</strong>");
    expect(mainOf(page)).not.toMatch(/<script>alert|onerror/);
    const addresses = ["javascript:alert(1)", "JaVaScript:alert(1)", "data:text/html,x", "vbscript:x"];
    const linksTo = addresses.map((href) => `<a href="${href}">a</a>`).join("");
    respond("/api/news/8", { ...post, id: 8, content: `${linksTo}<a href="https://soria.test/kept">b</a>` });
    const kept = links(mainOf(await browser.open("/news/8")));
    expect(kept).toContain("https://soria.test/kept");
    for (const address of addresses) expect(kept).not.toContain(address);
  });

  it("a post leads back to its list, beside the five latest posts [P073.3 P073.4 P180.6]", async () => {
    respond("/api/news/7", post);
    // The API's order is not by date: pinned posts come first.
    const many = Array.from({ length: 10 }, (_, n) => ({
      ...{ ...post, id: 20 + n, title: `Post ${n}` },
      created_at: `2026-11-${String(10 + ((n * 7) % 10))}T00:00:00Z`,
    }));
    const asked = respond("/api/news", list(many));
    const page = await browser.open("/news/7?type=EVENT&page=2");
    expect(links(mainOf(page))).toContain("/news?type=EVENT&page=2");
    const [aside = ""] = /<aside\b[\s\S]*?<\/aside>/.exec(mainOf(page)) ?? [];
    const newest = many.toSorted((one, other) => other.created_at.localeCompare(one.created_at)).slice(0, 5);
    expect(links(aside)).toEqual(newest.map(({ id }) => `/news/${id}`));
    // Pinned posts come first, so five would be too few to ask for (decisions.md, deviations).
    expect(asked[0]?.get("size")).toBe("20");
  });

  it("a post that cannot be loaded leads to the not-found page [P040.4 P174.1]", async () => {
    await faults({ path: "/api/news/7", status: 500 });
    const page = await browser.open("/news/7");
    expect([page.status, page.path]).toEqual([404, "/not-found"]);
  });
});
