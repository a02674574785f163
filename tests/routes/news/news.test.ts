import { http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loader as detailLoader } from "~/routes/news/detail/route";
import { loader as feedLoader } from "~/routes/news/feed/route";
import { loader as listLoader, meta as listMeta } from "~/routes/news/list/route";
import { loader as sitemapLoader } from "~/routes/resources/sitemap";
import { formatDateTime } from "~/domain/japan-time";
import { loader as homeLoader } from "~/routes/site/home/route";
import { languageCookie, languageOf } from "~/i18n/i18n.server";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { sitemapFiles } from "#server/api/sitemap-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { sandbox, server } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";

let visitor: Visitor;
/** Offset of the cache's clock, in ms. */
let later: number;
const TWO_MINUTES = 120_000;
const list = (search = "") => visitor.get(listLoader, `/news${search}`);
const detail = (id: string, search = "") => visitor.get(detailLoader, `/news/${id}${search}`, { id });

/** Number of calls of GET /news that the sandbox has got. */
async function newsCalls(): Promise<number> {
  const response = await (await sandbox()).fetch(new Request("http://api.test/__calls"));
  const { counts } = (await response.json()) as { counts: Record<string, number> };
  return counts["GET /api/news"] ?? 0;
}

beforeEach(() => {
  sitemapFiles.clear();
  visitor = new Visitor();
  later = 0;
  replaceCachedReads(new SwrCache(undefined, () => Date.now() + later));
});

describe("the list", () => {
  it("has ten posts a page, the pinned ones first", async () => {
    const { data } = await list();
    expect(data.list.items).toHaveLength(10);
    expect(data.list.items[0].is_fixed).toBe(true);
    expect(data.list.stats.total).toBeGreaterThanOrEqual(36);
  });

  it.each(["ANNOUNCEMENT", "UPDATE", "EVENT", "event"])("shows only the type %s", async (type) => {
    const { data } = await list(`?type=${type}`);
    expect(data.list.items.length).toBeGreaterThan(0);
    for (const item of data.list.items) expect(item.type).toBe(type.toUpperCase());
  });

  it("searches titles, and titles with texts", async () => {
    const { data: all } = await list("?lng=en");
    const word = all.list.items[0].title.split(" ")[0] as string;
    const { data: byTitle } = await list(`?lng=en&by=TITLE&keyword=${encodeURIComponent(word)}`);
    const { data: byContent } = await list(`?lng=en&by=TITLE_CONTENT&keyword=${encodeURIComponent(word)}`);
    expect(byTitle.list.stats.total).toBeGreaterThan(0);
    expect(byContent.list.stats.total).toBeGreaterThanOrEqual(byTitle.list.stats.total);
    const { data: none } = await list("?keyword=zzzzzz");
    expect(none.list.items).toEqual([]);
  });

  it.each(["0", "-1", "99999", "1e9", "NaN", "abc", "%E0%A4%A", "9007199254740993"])(
    "page %s is page 1",
    async (page) => {
      const { data, status } = await list(`?page=${page}`);
      expect(status).toBe(200);
      expect(data.query.page).toBe(1);
      expect(data.list.items).toHaveLength(10);
    },
  );

  it("takes any nonsense in its address for no filter", async () => {
    const { data } = await list("?type=__proto__&by=x&size=100000&keyword=");
    expect(data.query).toEqual({ page: 1, size: 10 });
  });

  it.each(["ja", "en", "ko", "zh"])("is in the language %s", async (lng) => {
    const { data } = await list(`?lng=${lng}`);
    const other = lng === "ja" ? "en" : "ja";
    const { data: otherData } = await list(`?lng=${other}`);
    expect(data.list.items[0].title).not.toBe(otherData.list.items[0].title);
    expect(data.title).not.toBe(otherData.title);
  });

  it("is shown as it was while the API is down, and says so", async () => {
    const { data: before } = await list("?page=2");
    await (await sandbox()).faults([{ path: "/api/news", mode: "close" }]);
    later = TWO_MINUTES;
    const { data, status } = await list("?page=2");
    expect(status).toBe(200);
    const minute = 60_000;
    const now = Date.now();
    expect([formatDateTime(now, "ja"), formatDateTime(now - minute, "ja")]).toContain(data.staleSince);
    expect(data.list).toEqual(before.list);
  });

  const failures = [
    [{ mode: "close" as const }, 503, "errors:http.noResponse"],
    [{ status: 500 }, 502, "errors:http.unexpected"],
    [{ mode: "html" as const }, 502, "errors:http.unexpected"],
    [{ mode: "truncate" as const }, 502, "errors:http.unexpected"],
  ] as const;

  it.each(failures)(
    "answers the catalogue's message when nothing is kept: %j",
    async (fault, status, key) => {
      await (await sandbox()).faults([{ path: "/api/news", ...fault }]);
      expect(await list()).toMatchObject({ status, data: { messageKey: key } });
    },
  );

  it.each(failures)(
    "one failed read is the same answer to five guests who share it: %j",
    async (fault, status, key) => {
      const api = await sandbox();
      await api.faults([{ path: "/api/news", ...fault }]);
      const guests = Array.from({ length: 5 }, () => new Visitor());
      const responses = await Promise.all(guests.map((guest) => guest.get(listLoader, "/news")));
      expect(responses.map((response) => response.status)).toEqual(Array(5).fill(status));
      expect(responses.map(({ data }) => data)).toEqual(Array(5).fill({ messageKey: key }));
    },
  );
});

describe("a post", () => {
  it("has its sanitised text, its picture, and the five latest posts without itself", async () => {
    const { data: first } = await list();
    const id = String(first.list.items[0].id);
    const { data } = await detail(id);
    expect(data.post.title).toBe(first.list.items[0].title);
    expect(data.html).not.toContain("<script");
    expect(data.images.length).toBeGreaterThan(0);
    expect(data.latest).toHaveLength(5);
    expect(data.latest.map((item: { id: number }) => String(item.id))).not.toContain(id);
    const dates = data.latest.map((item: { created_at: string }) => item.created_at) as string[];
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it("and home do not wait for the latest posts, and have them when they are there", async () => {
    // The post loads; the list does not, and no time limit ends it: a page that waited would end with the test's limit.
    const held = { calls: 0, isOver: false };
    const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    server.use(
      http.get("http://api.test/api/news", async () => {
        held.calls += 1;
        await released;
        held.isOver = true;
        return undefined;
      }),
    );
    const [post, front] = await Promise.all([detail("7"), visitor.get(homeLoader, "/")]);
    expect(held).toEqual({ calls: expect.any(Number) as number, isOver: false });
    expect(held.calls).toBeGreaterThan(0);
    release();
    limits.mockRestore();
    expect([post.status, post.data.latest, front.status, front.data.news]).toEqual([200, null, 200, null]);
    // An incomplete page is not cached for everybody.
    expect(front.headers.get("X-Same-For-All")).toBeNull();
    await expect
      .poll(async () => (await visitor.get(homeLoader, "/")).data.news?.length, { timeout: 10_000 })
      .toBeGreaterThan(0);
    await expect.poll(async () => (await detail("7")).data.latest?.length, { timeout: 10_000 }).toBe(5);
  });

  it.each(["abc", "-1", "1.5", "1e3", "..%2f", "%00", "", "9".repeat(20), "1;drop"])(
    "the id %j is Invalid Access [P173.1]",
    async (id) => {
      expect(await detail(id)).toMatchObject({ location: "/" });
      expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "errors:invalidAccess" }]);
    },
  );

  it("leads back to the list that led to it, and carries nothing else of its address", async () => {
    const { data } = await detail("3", "?type=event&keyword=a%26b&by=TITLE&page=2&back=%2F%2Fevil.test&x=1");
    expect(data.listQuery).toEqual({ type: "EVENT", keyword: "a&b", by: "TITLE", page: 2 });
    expect((await detail("3")).data.listQuery).toEqual({});
  });

  it("that does not exist, or cannot be loaded, leads to /not-found [P174.1]", async () => {
    expect(await detail("999999")).toMatchObject({ location: "/not-found" });
    await (await sandbox()).faults([{ path: "/api/news", status: 500 }]);
    expect(await detail("1")).toMatchObject({ location: "/not-found" });
  });
});

describe("a post that the API can't send now", () => {
  it.each([408, 429, 502, 503, 504])(
    "is an outage with status 503, not a missing post: %i",
    async (status) => {
      await (await sandbox()).faults([{ path: "/api/news", status }]);
      const response = await detail("1");
      expect(response).toMatchObject({
        status: 503,
        location: null,
        data: { messageKey: "errors:http.noResponse" },
      });
      expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    },
  );

  it("is an outage when the connection breaks", async () => {
    await (await sandbox()).faults([{ path: "/api/news", mode: "close" }]);
    expect(await detail("1")).toMatchObject({ status: 503, location: null });
  });

  it.each([{ status: 503 }, { status: 500 }, { mode: "html" as const }])(
    "is shown as it was, if it was read before: %j",
    async (fault) => {
      const { data } = await detail("1");
      await (await sandbox()).faults([{ path: "/api/news", ...fault }]);
      later = TWO_MINUTES;
      const response = await detail("1");
      expect([response.status, response.data.post.title]).toEqual([200, data.post.title]);
      expect(response.data.staleSince).not.toBeNull();
    },
  );
});

describe("a post that the API has taken back", () => {
  it("is not shown as it was: what the API has decided is no outage", async () => {
    const { data: first } = await list();
    const id = String(first.list.items[0].id);
    expect(await detail(id)).toMatchObject({ status: 200 });
    const refusal = { result: 1099, message: "NO SUCH POST" };
    await (await sandbox()).faults([{ path: `/api/news/${id}`, status: 200, body: refusal }]);
    later = TWO_MINUTES;
    expect(await detail(id)).toMatchObject({ location: "/not-found" });
  });
});

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
    await (await sandbox()).faults([{ path: `/api/news/${first}`, status: 500 }]);
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
    await (await sandbox()).faults([{ path: "/api/news", body }]);
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
      await (
        await sandbox()
      ).faults(
        [1, 2, 3, 4, 5].slice(0, page_count).map((page) => ({
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
