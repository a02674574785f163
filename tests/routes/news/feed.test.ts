import { describe, expect, it } from "vitest";
import { loader as feedLoader } from "~/routes/news/feed/route";
import { meta as listMeta } from "~/routes/news/list/route";
import { loader as sitemapLoader } from "~/routes/resources/sitemap";
import { loader as homeLoader } from "~/routes/site/home/route";
import { languageCookie, languageOf } from "~/i18n/i18n.server";
import { callCounts, faults, sandbox } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";
import { list, useNews, visitor } from "./news-support";

useNews();

/** Returns how often the API received GET /news. */
const newsCalls = async () => (await callCounts())["GET /api/news"] ?? 0;

describe("the feed", () => {
  it("is Atom, in the language and of the type that are asked for", async () => {
    const { data, headers } = await visitor.get(feedLoader, "/news/feed.xml?lng=en&type=event");
    expect(headers.get("Content-Type")).toContain("application/atom+xml");
    const xml = data as string;
    expect(xml).toContain('xml:lang="en"');
    expect(xml.match(/<entry>/g)?.length).toBeGreaterThan(0);
    expect(new Set(xml.match(/term="\w+"/g))).toEqual(new Set(['term="EVENT"']));
    const times = [...xml.matchAll(/<updated>([^<]+)/g)].slice(1).map(([, time]) => time);
    expect(times).toEqual([...times].sort().reverse());
    expect(xml).toContain("<id>http://localhost:3000/news/feed.xml?type=EVENT&#38;lng=en</id>");
    expect(xml).toMatch(/<entry>\n {4}<id>http:\/\/localhost:3000\/news\/\d+\?lng=en<\/id>/);
  });

  it.each([
    [feedLoader, "/news/feed.xml?lng=en"],
    [sitemapLoader, "/sitemap.xml"],
  ])("and the sitemap have a validator: who has it gets a 304 without content (%#)", async (loader, path) => {
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const request = new Request(`http://localhost:3000${path}`, { method, headers });
      return (await loader({ request, params: {}, context: {} })) as Response;
    };
    const first = await ask({});
    const etag = first.headers.get("ETag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    for (const method of ["GET", "HEAD"])
      for (const known of [etag, `"other", ${etag.replace("W/", "")}`, "*"]) {
        const again = await ask({ "If-None-Match": known }, method);
        expect([again.status, await again.text(), again.headers.get("Content-Type")]).toEqual([
          304,
          "",
          null,
        ]);
        expect(again.headers.get("ETag")).toBe(etag);
        expect(again.headers.get("Cache-Control")).toBe(first.headers.get("Cache-Control"));
      }
    expect((await ask({ "If-None-Match": 'W/"other"' })).status).toBe(200);
  });

  it("of another language or type has another validator", async () => {
    const etags = ["?lng=en", "?lng=ko", "?lng=en&type=EVENT"].map(async (query) =>
      (await visitor.get(feedLoader, `/news/feed.xml${query}`)).headers.get("ETag"),
    );
    expect(new Set(await Promise.all(etags)).size).toBe(3);
  });

  it("carries each post's sanitised text, and an entry without it when the post cannot be read", async () => {
    const ids = (xml: string) => [...xml.matchAll(/<id>[^<]*\/news\/(\d+)<\/id>/g)].map(([, id]) => id);
    const whole = (await visitor.get(feedLoader, "/news/feed.xml")).data as string;
    expect(whole.match(/<content type="html" xml:base="http:/g)).toHaveLength(ids(whole).length);
    // The posts' markup is escaped, and no active content is left.
    expect(whole).toContain("&#60;p&#62;");
    expect(whole).not.toMatch(/&#60;script|onerror=/i);

    const [first] = ids(whole);
    await faults({ path: `/api/news/${first}`, status: 500 });
    // In another language, so that there is no cached copy of the post.
    const failing = (await visitor.get(feedLoader, "/news/feed.xml?lng=zh")).data as string;
    const entries = failing.match(/<entry>[^]*?<\/entry>/g) ?? [];
    expect(entries).toHaveLength(ids(whole).length);
    expect(entries.filter((entry) => !entry.includes("<content"))).toHaveLength(1);
  });

  it("is announced by its list, of the same type; a page of the list stands for itself", async () => {
    const { data } = await list("?type=EVENT&page=2&lng=ko");
    const matches = [
      { id: "root", data: { lng: "ko", siteUrl: "https://soria.example", path: "/news?type=EVENT" } },
    ];
    const tags = listMeta({ data, matches } as unknown as Parameters<typeof listMeta>[0]) as object[];
    expect(tags).toContainEqual(
      expect.objectContaining({
        type: "application/atom+xml",
        href: "https://soria.example/news/feed.xml?type=EVENT&lng=ko",
      }),
    );
    const canonical = "https://soria.example/news?type=EVENT&page=2&lng=ko";
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: canonical });
    const { headers } = await visitor.get(feedLoader, "/news/feed.xml?type=EVENT&lng=ko");
    // The response depends on the URL only: no Vary header and no cookie.
    expect([headers.get("Vary"), headers.getSetCookie()]).toEqual([null, []]);
  });

  it("ends with an API that never does: the sitemap names a bounded number of files, each of bounded length", async () => {
    const posts = [{ id: 1, title: "a" }];
    const body = {
      result: 1,
      message: "",
      data: { page: 1, page_count: 1e15, stats: { total: 1e15 }, items: posts },
    };
    await faults({ path: "/api/news", body });
    const { data } = await visitor.get(sitemapLoader, "/sitemap.xml");
    expect((data as string).match(/<loc>/g)).toHaveLength(501);
    const file = await visitor.get(sitemapLoader, "/sitemaps/news-500.xml", { name: "news-500.xml" });
    expect((file.data as string).match(/<loc>[^<]*\/news\/1\?lng=ko<\/loc>/g)).toHaveLength(1);
    const callsBefore = await newsCalls();
    await visitor.get(sitemapLoader, "/sitemaps/news-500.xml", { name: "news-500.xml" });
    expect(await newsCalls()).toBe(callsBefore);
    const beyond = visitor.get(sitemapLoader, "/sitemaps/news-501.xml", { name: "news-501.xml" });
    expect((await beyond).status).toBe(404);
  });

  it.each([
    ["the first file of the sitemap", sitemapLoader, "/sitemaps/news-1.xml", 20],
    ["the home page", homeLoader, "/", 9],
  ])(
    "follows an API that gives ten rows to a page, whatever is asked for: %s",
    async (_, loader, path, least) => {
      const { services } = await sandbox();
      const rows = await services.db.all<{ id: number }>(
        "SELECT id FROM news ORDER BY pinned DESC, created_at DESC, id",
      );
      const page_count = Math.ceil(rows.length / 10);
      await faults(
        ...[1, 2, 3, 4, 5].slice(0, page_count).map((page) => ({
          path: "/api/news",
          times: 1,
          body: {
            result: 1,
            message: "",
            data: {
              page,
              page_count,
              stats: { total: rows.length },
              // Two posts of the first page are pinned and not shown on the home page.
              items: rows
                .slice(10 * (page - 1), 10 * page)
                .map(({ id }, index) => ({ id, title: `a${id}`, is_fixed: page === 1 && index < 2 })),
            },
          },
        })),
      );
      const { data } = await visitor.get(loader, path, { name: "news-1" });
      const found =
        path === "/"
          ? (data as { news: unknown[] }).news.length
          : new Set((data as string).match(/\/news\/\d+/g)).size;
      expect(found).toBeGreaterThanOrEqual(least);
    },
  );

  it("and the sitemap are the same whatever language a cookie keeps", async () => {
    const reader = new Visitor();
    const read = async (loader: typeof feedLoader, path: string) =>
      (await reader.get(loader, path)).data as string;
    const [feed, sitemap] = [
      await read(feedLoader, "/news/feed.xml"),
      await read(sitemapLoader, "/sitemap.xml"),
    ];
    reader.cookies.set("lng", (await languageCookie.serialize("ko")).split(/[=;]/, 2)[1] ?? "");
    expect(
      await languageOf({
        request: new Request("http://localhost:3000", {
          headers: { Cookie: `lng=${reader.cookies.get("lng")}` },
        }),
        context: {},
      }),
    ).toBe("ko");
    expect(feed).toContain('xml:lang="ja"');
    expect(await read(feedLoader, "/news/feed.xml")).toBe(feed);
    expect(await read(sitemapLoader, "/sitemap.xml")).toBe(sitemap);
  });
});
