/** The public pages as rendered without scripts (docs/specification/statements.csv). */
import { readSearch } from "~/domain/search-text";
import { email, password } from "~/domain/account-fields";
import type { FormField } from "~/domain/form-fields";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { calls } from "#server/wire/calls";
import { sandbox, server } from "../../mocks/server";
import type { Shown, SiteBrowser } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import {
  columnsOf,
  controls,
  footerOf,
  guest,
  headerOf,
  links,
  mainOf,
  memberOf,
  menusOf,
  namedLinks,
  optionsOf,
  rowsOf,
  tags,
  words,
} from "./site";

let browser: SiteBrowser;
// The first call imports every route of the site.
beforeAll(async () => void (await guest()), 300_000);
beforeEach(async () => {
  browser = await guest();
  replaceCachedReads(new SwrCache());
});

/**
 * Mocks the API's response data for a path.
 * @returns the queries received so far; the array grows with each request
 */
function respond(path: string, data: unknown): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(`http://api.test${path}`, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ result: 1, message: "SUCCESS", data });
    }),
  );
  return asked;
}
/** Returns the text of the first heading of a page. */
const headOf = (page: Shown) => words(/<h1\b[\s\S]*?<\/h1>/.exec(mainOf(page))?.[0] ?? "");
const post = {
  id: 7,
  title: "A post",
  type: "EVENT",
  created_at: "2026-11-23T16:30:00Z",
  total_views: 1234,
  is_fixed: false,
  content: '<p>Text <strong>bold</strong></p><script>alert(1)</script><img src="x" onerror="alert(1)">',
  noticeImages: [{ url: "http://api.test/art/news.svg" }],
};
const list = (items: object[], page = 1, page_count = 1, total = items.length) => ({
  page,
  page_count,
  stats: { total },
  items,
});

describe("a public address shows its page to everybody", () => {
  it.each([
    ["/", "In the evening sky, another life.", "P020.1"],
    ["/introduction", "What is Soria?", "P021.1"],
    ["/news", "News", "P022.1"],
    ["/download", "Go to the islands: download", "P024.1"],
    ["/support/faq", "Frequently asked questions", "P026.1"],
    ["/support/inquiry", "Contact us", "P027.1"],
    ["/support/inquiries", "My inquiries", "P028.1 P144.1"],
    ["/sign-in", "Sign in", "P032.1"],
    ["/find-password", "Reset your password", "P032.1"],
    ["/find-password/email-sent", "We have sent the e-mail", "P032.1"],
    ["/sign-up", "Sign up", "P032.1"],
    ["/privacy-policy", "Privacy policy", "P033.1"],
    ["/terms-of-use", "Terms of use", "P034.1"],
  ])("%s: %s [P007.1 %s]", async (path, heading) => {
    const page = await browser.open(path);
    expect([page.status, page.path, headOf(page)]).toEqual([200, path, heading]);
    // A member has an account already.
    if (path === "/sign-in" || path === "/sign-up") return;
    const { browser: own } = await memberOf();
    const same = await own.open(path);
    expect([same.status, same.path]).toEqual([200, path]);
    expect(headOf(same)).toBe(headOf(page));
  });

  it("/news/{id} and /game/news/{id} show the same post [P023.1 P023.2]", async () => {
    respond("/api/news/7", post);
    const [page, other] = [await browser.open("/news/7"), await browser.open("/game/news/7")];
    const { browser: own } = await memberOf();
    const same = await own.open("/news/7");
    expect([page.status, other.status, same.status]).toEqual([200, 200, 200]);
    expect(words(other)).toBe(words(page));
    expect(words(same)).toBe(words(page));
    expect(words(page)).toContain("A post");
  });
});

describe("the frame of every page", () => {
  it("links to news and its types, introduction, download, support, the DAO, sign-in and sign-up [P046.1 P046.2 P047.1 P049.1]", async () => {
    for (const path of ["/", "/news", "/support/faq", "/terms-of-use"]) {
      const { main, wide, narrow } = menusOf(await browser.open(path));
      const entries = [
        ...["All news: /news", "Announcements: /news?type=ANNOUNCEMENT"],
        ...["Updates: /news?type=UPDATE", "Events: /news?type=EVENT"],
        ...["About: /introduction", "Download: /download"],
        ...["FAQ: /support/faq", "Contact us: /support/inquiry"],
        ...["DAO home: /dao", "My suggestions: /dao/suggestions/mine", "How it works: /dao/operating-method"],
        ...["Members: /dao/members", "Governance: /dao/suggestions"],
      ];
      expect(namedLinks(main), path).toEqual(entries);
      expect(namedLinks(narrow).slice(0, entries.length), path).toEqual(entries);
      for (const menu of [wide, narrow])
        for (const link of [/^Sign in: \/sign-in(\?|$)/, /^Sign up: \/sign-up$/])
          expect(namedLinks(menu), path).toContainEqual(expect.stringMatching(link));
    }
  });

  it("has no inquiry history and no profile menu for a guest [P046.4 P141.1]", async () => {
    const page = await browser.open("/support/faq");
    expect(links(headerOf(page)).filter((to) => /requests|my-page/.test(to))).toEqual([]);
    expect(links(page.html).filter((to) => to.includes("requests"))).toEqual([]);
  });

  it("has Connect to the download, and four languages by name [A009.1 P050.1 P050.2]", async () => {
    const { wide, narrow } = menusOf(await browser.open("/"));
    for (const menu of [wide, narrow]) {
      expect(namedLinks(menu)).toContain(`${texts("en", "common")("nav.connect")}: /download`);
      const buttons = menu.match(/<button\b[^>]* name="lng"[\s\S]*?<\/button>/g) ?? [];
      expect(
        Object.fromEntries(buttons.map((button) => [tags(button, "button")[0]?.["value"], words(button)])),
      ).toEqual({ ja: "日本語", en: "English", ko: "한국어", zh: "中文" });
    }
  });

  it("has a footer with terms, privacy, support and the notice of 2024 [P010.2 P048.1]", async () => {
    const footer = footerOf(await browser.open("/news"));
    for (const link of [
      "Terms of use: /terms-of-use",
      "Privacy policy: /privacy-policy",
      "Support: /support",
    ])
      expect(namedLinks(footer)).toContain(link);
    expect(words(footer)).toContain("© 2024");
  });

  it("is in Japanese without a choice, and in the language that was chosen, for a year [A009.2 A009.3 P130.1 P130.2]", async () => {
    const { SiteBrowser } = await import("../../kit/visitors/site-browser");
    const { openSite } = await import("../../kit/visitors/whole-site");
    const site = await openSite(["site", "resources"]);
    const fresh = new SiteBrowser(site, false);
    fresh.cookies.clear();
    // Whatever the browser prefers: another language is offered only.
    for (const preferred of ["ja", "en", "zh-CN"]) {
      const headers = { "Accept-Language": preferred };
      const page = await site(new Request("http://localhost:3000/introduction", { headers }));
      const html = await page.text();
      expect(tags(html, "html")[0]?.["lang"], preferred).toBe("ja");
      expect(html).toContain(texts("ja", "introduction")("title"));
    }
    const chosen = await fresh.ask(
      new Request("http://localhost:3000/language", {
        method: "POST",
        headers: fresh.headers(),
        body: new URLSearchParams({ lng: "ko", redirectTo: "/introduction" }),
      }),
    );
    const [cookie = ""] = chosen.headers.getSetCookie();
    const [, maxAge = "0"] = /Max-Age=(\d+)/i.exec(cookie) ?? [];
    expect(Number(maxAge)).toBeGreaterThanOrEqual(30 * 86_400);
    expect(tags((await fresh.open("/introduction")).html, "html")[0]?.["lang"]).toBe("ko");
  });

  it.each(languages)(
    "an unknown address in %s is 404 with the number and the text [P040.1 P040.2 P040.3]",
    async (lng) => {
      browser = await guest(lng);
      const page = await browser.open("/nowhere/at-all");
      expect(page.status).toBe(404);
      expect(words(page)).toContain("404");
      const title = texts(lng, "errors")("notFound.title");
      expect(words(page)).toContain(title);
      expect(page.html).toContain(`<title>${title} | `);
    },
  );
});

describe("home", () => {
  it("leads to the download, and shows the eight collaborators, six passes, three views and Our Services [P054.2 P056.1 P056.3 P057.1 P058.1]", async () => {
    const page = await browser.open("/");
    const main = mainOf(page);
    expect(links(main)).toContain("/download");
    expect(words(page)).toContain("Our Services");
    const [passes = ""] = /<div class="fan"[\s\S]*?<\/ul>/.exec(main) ?? [];
    const names = ["Entry", "Voting", "Suggestion", "Business", "Candidacy", "Administration"];
    expect((passes.match(/<b>[\s\S]*?<\/b>/g) ?? []).map(words)).toEqual(names.map((name) => `${name} pass`));
    for (const view of ["Lighthouse Island", "Windmill Island", texts("en", "home")("gallery.tree.title")])
      expect(words(page)).toContain(view);
    const rows = main.split('class="marquee__row').slice(1);
    const logos = rows.map((row) => tags(row, "img").filter(({ src = "" }) => /collaborator-\d/.test(src)));
    expect(logos.map((row) => new Set(row.map(({ src }) => src)).size)).toEqual([8, 8]);
    expect(new Set(logos[0]?.flatMap(({ alt }) => alt || [])).size).toBe(8);
  });

  it("lights a window for each post of the last 7 days, 12 at most, and says so", async () => {
    const DAY_MS = 86_400_000;
    const released = (ago: number, id: number) => ({
      ...post,
      id,
      created_at: new Date(Date.now() - ago * DAY_MS).toISOString(),
    });
    const shown = async (ages: number[]) => {
      replaceCachedReads(new SwrCache());
      respond("/api/news", list(ages.map((ago, id) => released(ago, id + 1))));
      const page = await browser.open("/");
      const windows = /<g class="windows">([\s\S]*?)<\/g><g class="lamps">/.exec(page.html)?.[1] ?? "";
      return { lit: windows.match(/<rect/g)?.length ?? 0, text: words(page) };
    };
    const said = (count: number) => texts("en", "home")("hero.lit_other").replace("{{count}}", String(count));
    const some = await shown([0, 1, 5.9, 7.1, 30]);
    expect(some.lit).toBe(3);
    expect(some.text).toContain(said(3));
    expect((await shown(Array.from({ length: 14 }, () => 1))).lit).toBe(12);
    const none = await shown([8]);
    expect(none.lit).toBe(0);
    expect(none.text).not.toContain(said(0));
  });

  it("shows no pinned post, and COMING SOON in the places that stay empty [P055.1 P055.5]", async () => {
    respond(
      "/api/news",
      list([
        { ...post, id: 1, title: "Pinned one", is_fixed: true },
        { ...post, id: 2, title: "Free one" },
      ]),
    );
    const said = words(await browser.open("/"));
    expect(said).toContain("Free one");
    expect(said).not.toContain("Pinned one");
    // The only post leads above the row, so that its four places are empty.
    expect(said.match(/COMING SOON/g)).toHaveLength(4);
    replaceCachedReads(new SwrCache());
    respond("/api/news", list([1, 2, 3].map((id) => ({ ...post, id }))));
    expect(words(await browser.open("/")).match(/COMING SOON/g)).toHaveLength(2);
  });
});

it("the answers that the inquiry form offers are sanitised", async () => {
  const html = `<p onclick="alert(1)">Offered</p><script>alert(1)</script><img src="x" onerror="alert(1)">`;
  respond("/api/support/faq", list([{ id: 1, type: "BUG_REPORT", question: "A question?", answer: html }]));
  const page = await browser.open("/support/inquiry?typeCode=NON_MEMBER");
  expect(page.html).toMatch(/<p(?: class="brief")?>Offered<\/p>/);
  expect(page.html).not.toMatch(/onclick|onerror|<script>alert/);
});

describe("news", () => {
  it("has the columns type, title, created and views in this order [P068.1]", async () => {
    respond("/api/news", list([post], 2, 2, 12));
    const page = mainOf(await browser.open("/news?page=2"));
    expect(columnsOf(page)).toEqual(["Type", "Title", "Date", "Views"]);
  });

  it("has the tabs all, announcement, update and event, and keeps tab and search in its pager [P066.1 P068.3]", async () => {
    respond("/api/news", list([post], 1, 3, 25));
    const page = mainOf(await browser.open("/news?type=EVENT&by=TITLE&keyword=post"));
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
    for (const to of links(pager)) {
      const { type, by, keyword } = Object.fromEntries(new URLSearchParams(to.split("?")[1]));
      expect({ type, by, keyword }).toEqual({ type: "EVENT", by: "TITLE", keyword: "post" });
    }
    expect(links(pager).length).toBeGreaterThan(1);
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

  it("opens a post that was searched for at the words, by a document load", async () => {
    respond("/api/news", list([post], 1, 3, 25));
    const found = mainOf(await browser.open("/news?keyword=post-office%20a%26b"));
    const posts = links(found).filter((to) => to.startsWith("/news/") && !to.includes("feed"));
    expect(posts).toEqual([expect.stringMatching(/#:~:text=post%2Doffice&text=a%26b$/)]);
    respond("/api/news", list([post], 1, 3, 25));
    const all = mainOf(await browser.open("/news"));
    expect(links(all).filter((to) => to.includes(":~:"))).toEqual([]);
  });

  it("leads with the newest pinned story, which the table has as well", async () => {
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

  it("keeps its head and its types when its call fails, and has the error's title", async () => {
    server.use(http.get("http://api.test/api/news", () => HttpResponse.json({}, { status: 503 })));
    const page = await browser.open("/news?type=UPDATE&keyword=nothing-kept");
    expect(page.status).toBeGreaterThanOrEqual(500);
    expect(page.html).toContain(`<title>${texts("en", "errors")("boundary.title")} | `);
    expect(words(page)).toContain(texts("en", "news")("lead"));
    expect(mainOf(page)).toMatch(/aria-label="Type"/);
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

  it("asks for ten posts, and for no filter that was not chosen [P152.1 P152.2 P180.1]", async () => {
    const asked = respond("/api/news", list([post]));
    await browser.open("/news");
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      scope: "WEB",
      language: "EN",
      page: "1",
      size: "10",
    });
  });

  it("shows type, title, date and views of each post, and a pinned label in place of the type [A012.1 P010.1 P068.2 P114.1 P114.3]", async () => {
    respond("/api/news", list([post, { ...post, id: 8, title: "Pinned one", is_fixed: true }], 2, 2, 12));
    const page = mainOf(await browser.open("/news?page=2"));
    expect(words(page)).toContain(texts("en", "news")("count_other", { count: 12 }));
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
    const page = await browser.open("/news?type=EVENT");
    expect(words(page)).toMatch(/Announcement Update Event.*No posts found/);
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
    await (await sandbox()).faults([{ path: "/api/news/7", status: 500 }]);
    const page = await browser.open("/news/7");
    expect([page.status, page.path]).toEqual([404, "/not-found"]);
  });
});

describe("download", () => {
  it("has buttons for three systems and both tables [P077.1 P077.2 P185.1 P185.2 P185.3 P185.4]", async () => {
    const page = await browser.open("/download");
    const buttons = namedLinks(mainOf(page)).filter((link) => link.includes("/download?"));
    expect(buttons).toEqual([
      "Download for Windows: /download?platform=pc#answer",
      "Open the App Store: /download?platform=ios#answer",
      "Open Google Play: /download?platform=android#answer",
    ]);
    expect(words(page)).toMatch(/Minimum Recommended/);
    const tables = mainOf(page).split("<table").slice(1);
    expect(tables.map((table) => columnsOf(table))).toEqual([
      ["Minimum", "Recommended"],
      ["iPhone (iOS)", "Android"],
    ]);
    expect(tables.map((table) => rowsOf(table))).toEqual([
      [
        ["System", "Windows 11 x64", "Same as minimum"],
        ["Processor", "Intel, 8th generation", "Intel Core i5, 12th generation"],
        ["Graphics", "GeForce GTX 1660", "GeForce RTX 4060"],
        ["Memory", "16 GB RAM", "32 GB RAM"],
        ["Storage", "5 GB", "Same as minimum"],
      ],
      [
        ["Device", "iPhone 12 Pro", "Galaxy S20"],
        ["System", "iOS 17", "Android 13"],
        ["Memory", "Not specified", "6 GB RAM"],
      ],
    ]);
  });

  it("says in English and Japanese that Windows is coming while it has no address [P077.3 P077.4]", async () => {
    const page = await browser.open("/download");
    const soon = links(mainOf(page)).find((to) => to.startsWith("/download?"));
    const said = words(await browser.open(soon ?? ""));
    for (const lng of ["en", "ja"]) expect(said).toContain(texts(lng, "download")("comingSoon.pc"));
  });
});

describe("FAQ", () => {
  const item = {
    id: 3,
    type: "EVENT",
    question: "Why?",
    answer: "<p>So <b>it</b> is</p><script>alert(1)</script>",
  };

  it("filters by links with counts, without installing and playing, and keeps the type in its pager [P081.1 P081.2 P081.3 P081.4 P081.5 P116.1 P116.2]", async () => {
    const data = {
      page: 2,
      page_count: 3,
      stats: { EVENT: 21, ACCOUNT_RELATED: 4, INSTALL_PLAY: 9 },
      items: [item],
    };
    respond("/api/support/faq", data);
    const page = mainOf(await browser.open("/support/faq?type=EVENT&page=2"));
    const [filters = ""] = /<nav\b[^>]*aria-label="Category"[\s\S]*?<\/nav>/.exec(page) ?? [];
    // Without installing and playing.
    expect(namedLinks(filters)).toEqual([
      ...["All 34: /support/faq", "Account 4: /support/faq?type=ACCOUNT_RELATED"],
      ...["How to use 0: /support/faq?type=USER_GUIDE"],
      ...["Purchases and refunds 0: /support/faq?type=PURCHASE_REFUND"],
      ...["Reports and suspensions 0: /support/faq?type=REPORT_SANCTION"],
      ...["Events 21: /support/faq?type=EVENT", "Bugs and errors 0: /support/faq?type=BUG_ERROR"],
      ...["Other 0: /support/faq?type=ETC"],
    ]);
    const [pager = ""] = /<nav\b[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(page) ?? [];
    const [one, two, three] = [1, 2, 3].map((n) => `/support/faq?type=EVENT${n > 1 ? `&page=${n}` : ""}`);
    expect(links(pager)).toEqual([one, one, one, two, three, three, three]);
    const [group = ""] = /<section\b[^>]*class="faq-group"[\s\S]*?<\/section>/.exec(page) ?? [];
    expect(words(/<h2\b[\s\S]*?<\/h2>/.exec(group)?.[0] ?? "")).toBe("Events");
    const [question = ""] = /<details\b[^>]*id="faq-3"[\s\S]*?<\/details>/.exec(group) ?? [];
    expect(tags(question, "details")[0]).not.toHaveProperty("open");
    expect(words(/<summary\b[\s\S]*?<\/summary>/.exec(question)?.[0] ?? "")).toBe("Why?");
    expect(question).toMatch(/<p(?: class="brief")?>So <b>it<\/b> is<\/p>/);
    expect(question).not.toContain("<script>");
  });

  it("asks for ten entries, and for a type only when one is chosen; an empty list says so [P085.1 P154.2 P180.2]", async () => {
    const asked = respond("/api/support/faq", { page: 1, page_count: 1, stats: {}, items: [] });
    const page = await browser.open("/support/faq");
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ language: "EN", page: "1", size: "10" });
    expect(words(page)).toContain(texts("en", "support")("faq.empty"));
  });
});

describe("inquiries", () => {
  it("offer a guest two types and a member the other nine, with name and e-mail filled in, and pictures to choose [P082.1 P082.2 P082.3 P120.2 P135.7]", async () => {
    const guests = await browser.open("/support/inquiry");
    expect(optionsOf(guests, "typeCode")).toEqual(["LOGIN_FAIL", "NON_MEMBER"]);
    const file = controls(mainOf(guests)).find(({ type }) => type === "file");
    const types = [".gif", ".jpg", ".jpeg", ".png", "image/gif", "image/jpeg", "image/png"];
    expect(file?.["accept"]?.split(",")).toEqual(expect.arrayContaining(types));
    const { browser: own, member } = await memberOf();
    const members = await own.open("/support/inquiry");
    expect(optionsOf(members, "typeCode")).toEqual([
      ...["USER_GUIDE", "USER_SIGNUP", "USER_PROFILE", "PURCHASE_REFUND", "REPORT_SANCTION"],
      ...["INSTALL_PLAY", "EVENT", "BUG_ERROR", "ETC"],
    ]);
    const value = (name: string) =>
      controls(mainOf(members)).find((control) => control["name"] === name)?.["value"];
    expect(value("email")).toBe(member.email);
    expect(value("name")?.split(" ").toSorted()).toEqual(["水野", "灯"]);
  });

  it("list answered and pending ones, ten a page, and show the thread [A012.1 P008.1 P010.1 P083.1 P084.1 P117.1 P117.2 P118.1 P118.2 P118.3 P118.4 P120.2 P128.4 P156.1 P180.3]", async () => {
    const { browser: own } = await memberOf();
    const row = {
      id: 1,
      publicId: "INQ-1",
      typeCode: "EVENT",
      subject: "First",
      status: "OPEN",
      createdAt: "2026-11-23T16:30:00Z",
    };
    const asked = respond("/api/support/inquiries", {
      content: [
        row,
        { ...row, id: 2, publicId: "INQ-2", subject: "Second", status: "RESOLVED", typeCode: "MC_RELATED" },
        { ...row, id: 3, publicId: "INQ-3", subject: "Third", status: "IN_PROGRESS", typeCode: "ETC" },
        { ...row, id: 4, publicId: "INQ-4", subject: "Fourth", status: "CLOSED", typeCode: "ETC" },
      ],
      pagination: { currentPage: 2, pageCount: 3, itemCount: 24 },
    });
    const page = await own.open("/support/requests?page=2");
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ page: "2", size: "10" });
    const t = texts("en", "support");
    expect(rowsOf(mainOf(page))).toEqual([
      [t("inquiryTypes.EVENT"), "First", "24 Nov 2026", "Awaiting an answer"],
      [t("inquiryTypes.MC_RELATED"), "Second", "24 Nov 2026", "Answered"],
      [t("inquiryTypes.ETC"), "Third", "24 Nov 2026", "Awaiting an answer"],
      [t("inquiryTypes.ETC"), "Fourth", "24 Nov 2026", "Answered"],
    ]);
    const threads = links(mainOf(page)).filter((to) => to.startsWith("/support/requests/"));
    expect(threads).toEqual([1, 2, 3, 4].map((id) => `/support/requests/INQ-${id}`));
    expect(words(page)).toContain(" 24 inquiries");
    const [pager = ""] = /<nav\b[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(mainOf(page)) ?? [];
    const [one, two, three] = ["", "?page=2", "?page=3"].map((query) => `/support/requests${query}`);
    expect(links(pager)).toEqual([one, one, one, two, three, three, three]);
    expect(tags(pager, "a").find((link) => link["aria-current"])?.["href"]).toBe(two);
    respond("/api/support/inquiries/INQ-1", {
      ...{ publicId: "INQ-1", typeCode: "EVENT", customerType: "MEMBER", customerName: "Akari" },
      ...{ customerEmail: "a@b.co", subject: "First", createdAt: "2026-11-23T16:30:00Z", status: "OPEN" },
      messages: [
        {
          senderType: "CUSTOMER",
          senderName: "Akari",
          content: "Question",
          createdAt: "2026-11-23T16:30:00Z",
          attachments: [],
        },
        {
          ...{
            senderType: "ADMIN",
            senderName: "Yuki",
            content: "Answer",
            createdAt: "2026-11-24T02:00:00Z",
          },
          attachments: [{ fileUrl: "https://files.test/a.png", fileName: "map.png" }],
        },
      ],
    });
    const thread = await own.open("/support/requests/INQ-1");
    const said = words(thread);
    expect(words(/<h1\b[\s\S]*?<\/h1>/.exec(thread.html)?.[0] ?? "")).toBe("First");
    const [state = ""] = /<p role="status">[\s\S]*?<\/p>/.exec(mainOf(thread)) ?? [];
    expect(words(state)).toBe(t("thread.status.OPEN"));
    expect(said).toMatch(/Events .*INQ-1 .*24 Nov 2026,? 01:30 .*Akari \/ a@b\.co /);
    expect(said).toMatch(/Akari 24 Nov 2026,? 01:30 Question Yuki 24 Nov 2026,? 11:00 Answer/);
    const sides = tags(mainOf(thread), "li").flatMap((item) =>
      item["class"]?.startsWith("message") ? [item["class"]] : [],
    );
    expect(sides).toEqual(["message message--own", "message"]);
    expect(namedLinks(mainOf(thread))).toContainEqual(
      expect.stringMatching(/^map\.png .*: https:\/\/files\.test\/a\.png$/),
    );
    expect(controls(mainOf(thread)).some(({ name }) => name === "content")).toBe(true);
  });

  it.each(["OPEN", "IN_PROGRESS", "RESOLVED", "CLOSED"])(
    "say in words that one is %s, and offer no other state [P128.1 P128.2 P128.3]",
    async (status) => {
      const { browser: own, member } = await memberOf({
        inquiries: [{ subject: "One", status: status as "CLOSED", messages: ["q", "a"] }],
      });
      const page = await own.open(`/support/requests/${member.inquiries[0]}`);
      const [state = ""] = /<p role="status">[\s\S]*?<\/p>/.exec(mainOf(page)) ?? [];
      expect(words(state)).toBe(texts("en", "support")(`thread.status.${status}`));
      expect(controls(mainOf(page)).filter(({ name }) => name === "status")).toEqual([]);
    },
  );

  it("closed take no reply and ask for a new inquiry [P029.1 P084.1 P084.3 P084.4 P084.5]", async () => {
    const { browser: own, member } = await memberOf({
      inquiries: [
        { subject: "Another", messages: ["q"] },
        { subject: "One", status: "CLOSED", messages: ["q", "a"] },
      ],
    });
    const path = `/support/inquiries/${member.inquiries[1]}`;
    const page = await own.open(path);
    expect([page.status, page.path, headOf(page)]).toEqual([200, path, "One"]);
    const t = texts("en", "support");
    expect(words(page)).toContain(t("thread.closedTitle"));
    expect(words(page)).toContain(t("thread.closedText"));
    const [, on = ""] = mainOf(page).split(t("thread.closedText"));
    expect(links(on)[0]).toMatch(
      new RegExp(`^/support/inquiry\\?typeCode=\\w+&quote=${member.inquiries[1]}$`),
    );
    const reply = controls(mainOf(page)).find(({ name }) => name === "content");
    expect(reply).toHaveProperty("disabled");
    const send = tags(mainOf(page), "button").filter(({ type }) => type === "submit");
    expect(send.map((button) => "disabled" in button)).toEqual([true]);
  });

  it("link an https address in an answer of support, but not in the member's own text", async () => {
    const { browser: own, member } = await memberOf({
      inquiries: [
        {
          subject: "One",
          status: "CLOSED",
          messages: ["https://own.test/x", "https://soria.test/news/5をご覧ください。"],
        },
      ],
    });
    const [id = ""] = member.inquiries;
    const page = mainOf(await own.open(`/support/requests/${id}`));
    expect(page).toContain(
      '<a href="https://soria.test/news/5" dir="ltr" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">https://soria.test/news/5</a>',
    );
    expect(page).not.toContain('href="https://own.test');
    expect(page).toContain(`quote=${id}`);
  });

  it("are none: says so [P085.1]", async () => {
    const { browser: own } = await memberOf();
    expect(words(await own.open("/support/requests"))).toContain(texts("en", "support")("list.empty"));
  });

  it("of a guest: requests ask for the sign-in, inquiries are open with an invitation [P028.1 P036.2 P144.1]", async () => {
    for (const path of ["/support/requests", "/support/requests/INQ-1"])
      expect((await browser.open(path)).path, path).toMatch(/^\/sign-in/);
    for (const path of ["/support/inquiries", "/support/inquiries/INQ-1"]) {
      const page = await browser.open(path);
      expect([page.status, page.path]).toEqual([200, path]);
      expect(words(page)).toContain(texts("en", "support")("invite.title"));
    }
  });

  it("have the same screens for members as requests [P036.4 P036.5]", async () => {
    const { browser: own, member } = await memberOf({ inquiries: [{ subject: "One", messages: ["q"] }] });
    const id = member.inquiries[0];
    // The tabs mark the current page, so they differ.
    const belowTabs = (page: Shown) => words(mainOf(page).split("</nav>").at(-1) ?? "");
    for (const [one, other] of [
      ["/support/requests", "/support/inquiries"],
      [`/support/requests/${id}`, `/support/inquiries/${id}`],
    ])
      expect(belowTabs(await own.open(one ?? ""))).toBe(belowTabs(await own.open(other ?? "")));
  });
});

describe("the longest values of a field", () => {
  it("are the same in every form [A160.1 A175.1 A181.3 A194.1]", async () => {
    const { browser: own } = await memberOf();
    const { members, guests } = {
      members: ["/my-page/profile", "/support/inquiry"],
      guests: ["/sign-in", "/sign-up", "/find-password", "/support/inquiry", "/news"],
    };
    const seen = new Set<string>();
    for (const [visitor, paths] of [
      [browser, guests],
      [own, members],
    ] as const) {
      for (const path of paths) {
        for (const { name = "", maxlength } of controls(mainOf(await visitor.open(path)))) {
          seen.add(name);
          expect(maxlength, `${path} ${name}`).toBeUndefined();
        }
      }
    }
    for (const name of ["email", "password", "oldPassword", "newPassword", "newPasswordConfirm", "keyword"])
      expect(seen).toContain(name);
    const messageOf = (field: FormField, text: string) => {
      const reading = field.read(text);
      return "problem" in reading ? reading.problem : "";
    };
    const [address, secret] = [email({ label: "a" }), password({ label: "b", missing: "x" })];
    // The browser's hint, the form's check and the call count alike.
    expect([address.max, secret.max]).toEqual([254, 64]);
    const isSent = (length: number) =>
      calls.checkEmail.json.safeParse({ email: "x".repeat(length) }).success &&
      calls.news.query.shape.keyword.safeParse("x".repeat(Math.min(length, 100))).success;
    expect([isSent(254), isSent(255)]).toEqual([true, false]);
    expect(calls.news.query.shape.keyword.safeParse("x".repeat(101)).success).toBe(false);
    expect(messageOf(secret, "p".repeat(65))).toBe("common:form.tooLong?most=64&count=65");
    expect(messageOf(address, `a@${"b.".repeat(126)}`)).not.toContain("tooLong");
    expect(messageOf(address, `a@${"b.".repeat(126)}c`)).toBe("common:form.tooLong?most=254&count=255");
    expect(readSearch(new URLSearchParams({ keyword: "x".repeat(101) }))).toHaveLength(100);
  });
});

describe("the terms of use", () => {
  it.each<[string, RegExp[]]>([
    ["title and introduction [P093.1]", [/^Terms of use/, /Introduction/]],
    ["terms, use and obligations [P093.2]", [/Use of Service/, /User Obligations/]],
    [
      "indemnification, liability, disputes and general terms [P093.3]",
      [/Your Indemnification to Us/, /Limitation of Liability/, /Disputes and Jurisdiction/, /General Terms/],
    ],
    ["their day [P095.1 P184.1]", [/Effective 1 July 2024/, /They take effect on 1 July 2024/]],
    [
      "who issued them [P095.2]",
      [/Issued by Soria Works Co\., Ltd\./, /agreement between you and the Company/],
    ],
    [
      "the law [P095.3 P184.1]",
      [/Governing law Laws of the Republic of Korea/, /are governed by the laws of the Republic of Korea/],
    ],
    [
      "membership for paid services and studios [P096.1]",
      [/Membership is needed for the Paid Services and the Studios/],
    ],
    [
      "the review of an application [P096.2]",
      [/reviews and accepts each application/, /suspend our decision on an application, or reject it/],
    ],
    [
      "what leads to a restriction [P096.3]",
      [
        /We may restrict the use of the Service .* in the case of mechanical access, /,
        /theft of an Account, or .*; false information given at registration .*; or abuse of the Service, of/,
      ],
    ],
    ["the licence [P097.1]", [/personal, non-exclusive, non-assignable and royalty-free licence/]],
    [
      "credentials and acts of an account [P097.2]",
      [
        /responsible for keeping your credentials safe/,
        /responsible for all actions that are taken through your Account/,
      ],
    ],
    [
      "what is prohibited [P098.1]",
      [
        /you must not use it for illegal purposes, .* law that applies to you; disrupt it,/,
        /scrape it, or access it with bots, .*; reverse engineer, decompile,/,
      ],
    ],
    [
      "accounts of others [P098.2]",
      [/share your own Account/, /sell, buy, rent or give away Accounts or usernames/],
    ],
    [
      "interfaces, harassment, impersonation, privacy [P098.3]",
      [
        /you must not use .*; access our programming interfaces without authorisation, /,
        /; harass, threaten, .*; impersonate another person, .*; violate the privacy of others, /,
      ],
    ],
    [
      "other apps and usernames in reviews [P098.4]",
      [
        /you must not use it.*; use third-party applications, [^;]*, without our prior consent; or/,
        /; or post usernames of other Users in app-store reviews/,
      ],
    ],
    [
      "what follows a violation [P099.1]",
      [/delete the content concerned, suspend your use/, /We tell you what we have done/],
    ],
    [
      "the limit of liability [P100.2]",
      [/limits do not apply to damages that the Company causes by willful misconduct or gross negligence/],
    ],
    [
      "severability, non-waiver, assignment [P100.3]",
      [
        /Severability\. If .* the other provisions stay in force/,
        /Non-waiver\. If .* it does not thereby waive that right/,
        /may assign its rights and duties without your consent in the case of a merger/,
      ],
    ],
    [
      "silence about a change [P101.1]",
      [/do not object within 30 days of the announcement, the amended Terms are deemed accepted/],
    ],
    ["in-service notifications [P101.2]", [/cannot opt out of in-service notifications/]],
    [
      "the court of the residence [P102.1]",
      [/district court that is competent for the User’s address .* for the User’s place of residence/],
    ],
    [
      "the court for users overseas [P102.2 P184.1]",
      [/lives outside the Republic of Korea.*the Seoul Central District Court has jurisdiction/],
    ],
  ])("name %s", async (_, patterns) => {
    const said = words(await browser.open("/terms-of-use"));
    for (const pattern of patterns) expect(said).toMatch(pattern);
  });

  it("list seven cases of indemnification [P100.1]", async () => {
    const main = mainOf(await browser.open("/terms-of-use"));
    const [list = ""] = main.slice(main.indexOf("one of the following seven cases")).split("</ol>");
    expect(list.match(/<li\b/g)).toHaveLength(7);
  });

  it("and the privacy policy are English whatever the language, which has its contact and July 2024 [P033.1 P033.2 P033.3]", async () => {
    const korean = await guest("ko");
    const english = words(
      /<article\b[\s\S]*<\/article>/.exec((await browser.open("/privacy-policy")).html)?.[0] ?? "",
    );
    const [article = ""] =
      /<article\b[\s\S]*<\/article>/.exec((await korean.open("/privacy-policy")).html) ?? [];
    expect(article).toMatch(/<article[^>]* lang="en"/);
    expect(words(article)).toBe(english);
    expect(english).toMatch(/^.{0,400}Last updated July 2024 /);
    expect(english).toMatch(/was last updated in July 2024\.$/);
    const [contact = ""] =
      /<table\b(?:(?!<\/table>)[\s\S])*data-protection contact<\/caption>[\s\S]*?<\/table>/.exec(article) ??
      [];
    expect(words(contact)).toMatch(/Company Soria Works Co\., Ltd\..*E-mail \S+@\S+\.\w+ /);
  });
});

describe("the catalogue's message on a public page", () => {
  it.each([
    [401, "http.401", "P171.1"],
    [403, "http.403", "A204.1 P171.3"],
    [404, "http.404", "A326.1 P171.4"],
    [500, "http.unexpected", "A327.1 P171.5"],
    [418, "http.unexpected", "A327.2"],
  ])("HTTP %i is %s [%s]", async (status, key) => {
    await (await sandbox()).faults([{ path: "/api/support/faq", status, body: "x" }]);
    const page = await browser.open("/support/faq");
    expect(words(page)).toContain(texts("en", "errors")(key));
  });

  it("no response is not responsive [A328.1 P171.6]", async () => {
    await (await sandbox()).faults([{ path: "/api/support/faq", mode: "close" }]);
    const page = await browser.open("/support/faq");
    expect(page.status).toBe(503);
    expect(words(page)).toContain(texts("en", "errors")("http.noResponse"));
  });
});
