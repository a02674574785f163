/** The home page and the download page as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { texts } from "../../kit/data/texts";
import {
  browser,
  columnsOf,
  guest,
  headOf,
  links,
  mainOf,
  namedLinks,
  rowsOf,
  tags,
  useSite,
  words,
} from "./site";
import { list, post, respond } from "./mocked-data";

useSite();

describe("home", () => {
  it("leads to the download, and shows the eight collaborators, six passes, three views and Our Services [P054.2 P056.1 P056.3 P057.1 P058.1]", async () => {
    const page = await browser.open("/");
    const main = mainOf(page);
    expect(headOf(page)).toBe("In the evening sky, another life.");
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
    // Of more, the others fill rows of four.
    for (const [posts, empty] of [
      [3, 2],
      [5, 0],
      [6, 3],
      [8, 1],
    ] as const) {
      replaceCachedReads(new SwrCache());
      respond("/api/news", list(Array.from({ length: posts }, (_, id) => ({ ...post, id: id + 1 }))));
      const places = words(await browser.open("/")).match(/COMING SOON/g) ?? [];
      expect(places, `${posts} posts`).toHaveLength(empty);
    }
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

  it.each(languages)("has the same figures in %s [P185.1 P185.2 P185.3 P185.4]", async (lng) => {
    const [, ...tables] = mainOf(await (await guest(lng)).open("/download")).split("<table");
    const figures = (row: string[]) => row.join("|").match(/(?:[A-Z]{3} |i)?\d+(?: GB)?/g);
    expect(tables.map((table) => rowsOf(table).map(figures))).toEqual([
      [["11", "64"], ["8", "i5", "12"], ["GTX 1660", "RTX 4060"], ["16 GB", "32 GB"], ["5 GB"]],
      [["12", "20"], ["17", "13"], ["6 GB"]],
    ]);
  });

  it("says in English and Japanese that Windows is coming while it has no address [P077.3 P077.4]", async () => {
    const page = await browser.open("/download");
    const soon = links(mainOf(page)).find((to) => to.startsWith("/download?"));
    const said = words(await browser.open(soon ?? ""));
    for (const lng of ["en", "ja"]) expect(said).toContain(texts(lng, "download")("comingSoon.pc"));
  });
});
