import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { loader as detailLoader } from "~/routes/news/detail/route";
import { loader as listLoader } from "~/routes/news/list/route";
import { formatDateTime } from "~/domain/japan-time";
import { loader as homeLoader } from "~/routes/site/home/route";
import { faults, sandbox, server } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";
import { list, setLater, useNews, visitor } from "./news-support";

useNews();

const TWO_MINUTES = 120_000;
const detail = (id: string, search = "") => visitor.get(detailLoader, `/news/${id}${search}`, { id });

describe("the list", () => {
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
    await faults({ path: "/api/news", mode: "close" });
    setLater(TWO_MINUTES);
    const { data, status } = await list("?page=2");
    expect(status).toBe(200);
    const minute = 60_000;
    const now = Date.now();
    expect([formatDateTime(now, "ja"), formatDateTime(now - minute, "ja")]).toContain(data.staleSince);
    expect(data.list).toEqual(before.list);
  });

  it.each([
    [{ mode: "close" as const }, 503, "errors:http.noResponse"],
    [{ status: 500 }, 502, "errors:http.unexpected"],
    [{ mode: "html" as const }, 502, "errors:http.unexpected"],
    [{ mode: "truncate" as const }, 502, "errors:http.unexpected"],
  ])(
    "answers the catalogue's message when nothing is kept, the same to five guests who share one failed read: %j",
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
    await faults({ path: "/api/news", status: 500 });
    expect(await detail("1")).toMatchObject({ location: "/not-found" });
  });
});

describe("a post that the API can't send now", () => {
  it.each([408, 429, 502, 503, 504])(
    "is an outage with status 503, not a missing post: %i",
    async (status) => {
      await faults({ path: "/api/news", status });
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
    await faults({ path: "/api/news", mode: "close" });
    expect(await detail("1")).toMatchObject({ status: 503, location: null });
  });

  it.each([{ status: 503 }, { status: 500 }, { mode: "html" as const }])(
    "is shown as it was, if it was read before: %j",
    async (fault) => {
      const { data } = await detail("1");
      await faults({ path: "/api/news", ...fault });
      setLater(TWO_MINUTES);
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
    await faults({ path: `/api/news/${id}`, status: 200, body: refusal });
    setLater(TWO_MINUTES);
    expect(await detail(id)).toMatchObject({ location: "/not-found" });
  });
});
