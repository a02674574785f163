import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { SwrCache } from "#server/api/swr-cache.server";
import { folderStorage, redisStorage } from "#server/api/swr-storage.server";
import { ApiError } from "#server/errors/api-error";
import { RedisConnection } from "#server/store/redis-connection.server";
import { RedisServer } from "../../kit/programs/redis-server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A fake API that returns its number of calls, throws `error`, or waits for `hangs`. */
class Api {
  calls = 0;
  error: unknown;
  hangs: Promise<void> | undefined;

  readonly ask = async (): Promise<number> => {
    this.calls += 1;
    const call = this.calls;
    await this.hangs;
    if (this.error !== undefined) throw this.error;
    return call;
  };
}

const down = () => ApiError.noResponse("GET /news", 504, "time limit");

let now: number;
let api: Api;
let reads: SwrCache;
const clock = () => now;
const read = (key = "news", from = reads) =>
  from.read({ key, ask: api.ask, schema: z.number(), isLasting: () => true });
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
  api = new Api();
  reads = new SwrCache(undefined, clock);
});

describe("a public read", () => {
  it("is asked once, however many wait, and again only when it is old", async () => {
    expect((await Promise.all([read(), read(), read()])).map(({ value }) => value)).toEqual([1, 1, 1]);
    now += 14_999;
    expect(await read()).toEqual({ value: 1, readAt: Date.UTC(2026, 0, 1), isStale: false });
    expect(api.calls).toBe(1);
  });

  it("is asked again when the clock was set back", async () => {
    await read();
    now -= HOUR;
    expect(await read()).toEqual({ value: 2, readAt: now, isStale: false });
  });

  it("is shown at once when it is old, and read anew behind it, once", async () => {
    await read();
    now += 30_000;
    let respond = () => {};
    api.hangs = new Promise((resolve) => (respond = resolve));
    const shown = await Promise.all([read(), read(), read()]);
    expect(shown.map(({ value, isStale }) => [value, isStale])).toEqual(Array(3).fill([1, false]));
    expect(api.calls).toBe(2);
    respond();
    await settled();
    expect((await read()).value).toBe(2);
  });

  it("that is older than a minute waits a moment for something newer, and no longer", async () => {
    await read();
    now += 2 * MINUTE;
    expect(await read()).toMatchObject({ value: 2, isStale: false });
    now += 2 * MINUTE;
    api.hangs = new Promise(() => {});
    expect(await read()).toMatchObject({ value: 2, isStale: true, readAt: now - 2 * MINUTE });
    // Later reads do not wait at all.
    now += 200;
    const timer = vi.spyOn(globalThis, "setTimeout");
    await Promise.all(Array.from({ length: 200 }, () => read()));
    expect(timer).not.toHaveBeenCalled();
    expect(api.calls).toBe(3);
  });

  it("leaves an API that is down alone, longer each time, and at most a minute", async () => {
    await read();
    api.error = down();
    now += HOUR;
    const tries: number[] = [];
    for (let second = 0; second < 300; second += 1, now += 1_000) {
      const before = api.calls;
      expect(await read()).toMatchObject({ value: 1, isStale: true });
      await settled();
      if (api.calls > before) tries.push(second);
    }
    expect(tries).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
    api.error = undefined;
    now += MINUTE;
    await read();
    await settled();
    expect(await read()).toMatchObject({ isStale: false });
  });

  it("is shown through an outage of three days, and then fails", async () => {
    const readAt = now;
    await read();
    api.error = down();
    now = readAt + 72 * HOUR;
    expect(await read()).toEqual({ value: 1, readAt, isStale: true });
    await settled();
    now += MINUTE;
    await expect(read()).rejects.toBe(api.error);
    now += MINUTE;
    api.error = undefined;
    expect(await read()).toMatchObject({ isStale: false, readAt: now });
  });

  it("of which nothing is kept fails, and at once for who comes after a long wait was in vain", async () => {
    api.error = down();
    let give = () => {};
    api.hangs = new Promise((resolve) => (give = resolve));
    const first = read();
    await settled();
    now += 5_000;
    give();
    await expect(first).rejects.toBe(api.error);
    await expect(read()).rejects.toBe(api.error);
    expect(api.calls).toBe(1);
    now += 2_000;
    api.error = undefined;
    api.hangs = undefined;
    expect((await read()).value).toBe(2);
  });

  it("goes by what the API has decided: a post that it took back is not shown", async () => {
    await read();
    api.error = ApiError.http("GET /news/1", 404);
    now += 30_000;
    expect((await read()).value).toBe(1);
    await settled();
    await expect(read()).rejects.toBe(api.error);
    now += 2 * MINUTE;
    await expect(read()).rejects.toBe(api.error);
  });
});

describe("the storage on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "soria-reads-"));
  // Excludes the temporary file that each write creates first.
  const files = () => readdirSync(folder).filter((name) => name.endsWith(".json"));
  const storage = folderStorage(folder);
  const restarted = () => new SwrCache(storage, clock);
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("brings a restart of the site through an outage of a day", async () => {
    await read("news", restarted());
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 20_000 });
    api.error = down();
    now += 24 * HOUR;
    expect(await read("news", restarted())).toEqual({ value: 1, readAt: now - 24 * HOUR, isStale: true });
    now += 49 * HOUR;
    await expect(read("news", restarted())).rejects.toBe(api.error);
  });

  it("forgets what the API has taken back, and what is no longer of the right shape or whole", async () => {
    await read("news", restarted());
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 20_000 });
    const other = restarted();
    const ofOldRelease = other.read({
      key: "news",
      ask: () => Promise.resolve("new"),
      schema: z.string(),
      isLasting: () => false,
    });
    expect((await ofOldRelease).value).toBe("new");
    for (const name of files()) writeFileSync(join(folder, name), "{");
    expect((await read("news", restarted())).value).toBe(2);
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 20_000 });
    api.error = ApiError.http("GET /news/1", 404);
    now += 2 * MINUTE;
    await expect(read("news", restarted())).rejects.toBe(api.error);
    await vi.waitFor(() => expect(files()).toHaveLength(0), { timeout: 20_000 });
  });

  it("removes what is still being written, and keeps the last of two saves at once", async () => {
    await Promise.all([storage.save("news", { value: 1, readAt: now }), storage.remove("news")]);
    expect(files()).toEqual([]);
    const long = { value: "long".repeat(50_000), readAt: now };
    await Promise.all([storage.save("news", long), storage.save("news", { value: "short", readAt: now })]);
    expect(await storage.load("news")).toEqual({ value: "short", readAt: now });
    expect(files()).toHaveLength(1);
  });

  it("keeps only what it is told to", async () => {
    const store = restarted();
    await store.read({ key: "search", ask: api.ask, schema: z.number(), isLasting: () => false });
    await read("news", store);
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 20_000 });
  });
});

describe("the storage in Redis", { timeout: 20_000 }, () => {
  let server: RedisServer;
  const connections: RedisConnection[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
  }, 20_000);
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.remove();
  });

  /** Returns another machine, or this one after its restart. */
  function machine() {
    const connection = new RedisConnection(server.url);
    connections.push(connection);
    return { connection, reads: new SwrCache(redisStorage(connection), clock) };
  }
  const keysIn = ({ connection }: { connection: RedisConnection }) =>
    connection.run((client) => client.keys("soria:read:*"));

  it("gives what one machine has read to the others, for three days at most", async () => {
    const [one, two] = [machine(), machine()];
    await read("shared", one.reads);
    await vi.waitFor(async () => expect(await keysIn(one)).toHaveLength(1), { timeout: 20_000 });
    const [key = ""] = await keysIn(one);
    const left = await one.connection.run((client) => client.ttl(key));
    expect(left / 3600).toBeGreaterThan(71);
    expect(left / 3600).toBeLessThanOrEqual(72);
    api.error = down();
    now += 24 * HOUR;
    expect(await read("shared", two.reads)).toEqual({ value: 1, readAt: now - 24 * HOUR, isStale: true });
  });

  it("forgets what the API has taken back; what another release has written is read anew", async () => {
    const { connection, reads: own } = machine();
    await read("taken", own);
    await vi.waitFor(async () => expect((await keysIn({ connection })).length).toBe(2), { timeout: 20_000 });
    api.error = ApiError.http("GET /news/1", 404);
    now += 2 * MINUTE;
    await expect(read("taken", own)).rejects.toBe(api.error);
    await vi.waitFor(async () => expect((await keysIn({ connection })).length).toBe(1), { timeout: 20_000 });
    const [key = ""] = await keysIn({ connection });
    await connection.run((client) => client.set(key, '{"key":"shared","value":"a text","readAt":1}'));
    api.error = undefined;
    expect(typeof (await read("shared", machine().reads)).value).toBe("number");
  });

  it("that is away costs its copies, not the page", async () => {
    const { reads: own } = machine();
    await read("away", own);
    await server.stop();
    expect((await read("away", own)).value).toBe(1);
    expect((await read("other", own)).value).toBe(2);
    await server.run();
    await vi.waitFor(
      async () => {
        now += 2 * MINUTE;
        await read("later", own);
        expect(await keysIn(machine())).not.toEqual([]);
      },
      { timeout: 10_000, interval: 200 },
    );
  });
});
