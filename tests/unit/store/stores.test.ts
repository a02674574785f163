import { setImmediate as nextTurn } from "node:timers/promises";
import { createClient } from "@libsql/client";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { libsqlStore } from "#server/store/libsql-store.server";
import { RedisConnection } from "#server/store/redis-connection.server";
import { redisStore } from "#server/store/redis-store.server";
import { wrapStore } from "#server/store/stores.server";
import { guestLimits } from "#server/store/record-limits";
import { type SessionStore } from "#server/store/store";
import { isStoreUnavailable, StoreUnavailable } from "#server/errors/store-unavailable";
import { now, setClockOffset } from "#server/runtime/clock.server";
import { RedisServer } from "../../kit/programs/redis-server";

// Locks are held for seconds and Redis has to start, possibly on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), "soria-stores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const inAnHour = () => Date.now() + 3_600_000;
const newKey = () => randomBytes(32).toString("base64url");

/**
 * The guarantees of every store.
 * @param open opens the same store again, as another process would
 */
function contract(name: string, open: () => Promise<SessionStore>) {
  describe(name, () => {
    let store: SessionStore;
    let other: SessionStore;
    beforeAll(async () => {
      store = await open();
      other = await open();
    });
    afterAll(async () => {
      await store.close();
      await other.close();
    });

    it("answers", async () => {
      await store.ping();
    });

    it("gives back what was kept, byte by byte", async () => {
      const key = newKey();
      const payload = randomBytes(5000);
      const expiresAt = inAnHour();
      await store.create(key, { payload, owner: "owner", expiresAt });
      const record = await other.get(key);
      expect(Buffer.from(record?.payload ?? []).equals(payload)).toBe(true);
      expect(record).toMatchObject({ version: 1, owner: "owner", expiresAt });
      expect(await store.get(newKey())).toBeUndefined();
    });

    it("keeps a record without an owner", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("x"), expiresAt: inAnHour() });
      expect((await store.get(key))?.owner).toBeUndefined();
    });

    it("creates a record where there is none, or none any more", async () => {
      const key = newKey();
      const content = (text: string, expiresAt: number) => ({ payload: bytes(text), expiresAt });
      expect(await store.create(key, content("ended", Date.now() - 1))).toBe(true);
      expect(await other.create(key, content("one", inAnHour()))).toBe(true);
      expect(await store.create(key, content("two", inAnHour()))).toBe(false);
      const record = await store.get(key);
      expect(record?.version).toBe(1);
      expect(new TextDecoder().decode(record?.payload)).toBe("one");
    });

    describe("guests' sessions", () => {
      const limits = { ...guestLimits };
      afterEach(() => Object.assign(guestLimits, limits));

      const createFor = async (guest: string, size = 10) => {
        const key = newKey();
        await store.create(key, {
          payload: randomBytes(size),
          guest,
          expiresAt: inAnHour() + (created += 1),
        });
        return key;
      };
      let created = 0;
      const areThere = async (keys: string[]) => {
        const records = await Promise.all(keys.map((key) => other.get(key)));
        return records.map((record) => record !== undefined);
      };

      it("evicts the oldest of an address beyond its limit", async () => {
        guestLimits.perAddress = 3;
        const keys: string[] = [];
        for (let n = 0; n < 5; n += 1) keys.push(await createFor("one"));
        const another = await createFor("another");
        expect(await areThere([...keys, another])).toEqual([false, false, true, true, true, true]);
      });

      it("evicts of the address with most when there are too many in all, and never a member's", async () => {
        Object.assign(guestLimits, { perAddress: 100, all: 100 });
        const member = newKey();
        await store.create(member, { payload: bytes("m"), owner: "a-member", expiresAt: inAnHour() });
        const first = await createFor("few");
        const many: string[] = [];
        for (let n = 0; n < 20; n += 1) many.push(await createFor("many", 1_000));
        guestLimits.all = 12;
        const last = await createFor("new");
        for (let n = 0; n < 3; n += 1) await createFor("many", 1_000);
        expect(await areThere([member, first, last])).toEqual([true, true, true]);
        expect((await areThere(many)).filter(Boolean).length).toBeLessThanOrEqual(12);
      });

      it("forgets those that were destroyed", async () => {
        Object.assign(guestLimits, { perAddress: 2 });
        const one = await createFor("gone");
        const two = await createFor("gone");
        await store.destroy(one);
        const three = await createFor("gone");
        expect(await areThere([two, three])).toEqual([true, true]);
      });
    });

    it("says how large it is", async () => {
      const { used, limit } = await store.size();
      expect(used).toBeGreaterThan(0);
      expect(limit).toBeGreaterThan(used);
    });

    it("lists the keys with a prefix, of more than one part, and no others", async () => {
      const prefix = `${newKey().replace(/\W/g, "x")}:`;
      const names = Array.from({ length: 620 }, (_, index) => `k${index}`);
      const content = { payload: bytes("x"), expiresAt: inAnHour() };
      await Promise.all(names.map((name) => store.create(`${prefix}${name}`, content)));
      await store.create(prefix.replace(":", "-k"), content);
      await store.create(`before${prefix}k`, content);
      const found: string[] = [];
      for await (const part of other.keys(prefix)) found.push(...part);
      expect(new Set(found)).toEqual(new Set(names));
    });

    it("replaces the version it was asked to, and no other", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("one"), expiresAt: inAnHour() });
      expect(await store.replace(key, 1, { payload: bytes("two"), expiresAt: inAnHour() })).toBe(true);
      expect(await other.replace(key, 1, { payload: bytes("late"), expiresAt: inAnHour() })).toBe(false);
      const record = await other.get(key);
      expect(record?.version).toBe(2);
      expect(new TextDecoder().decode(record?.payload)).toBe("two");
    });

    it("of 50 writers with one version lets one win", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("0"), expiresAt: inAnHour() });
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          (n % 2 ? store : other).replace(key, 1, { payload: bytes(String(n)), expiresAt: inAnHour() }),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    it("does not replace what was destroyed", async () => {
      const key = newKey();
      await store.create(key, { payload: bytes("x"), owner: "gone", expiresAt: inAnHour() });
      await other.destroy(key);
      expect(await store.replace(key, 1, { payload: bytes("y"), expiresAt: inAnHour() })).toBe(false);
      expect(await store.get(key)).toBeUndefined();
      await store.destroy(key);
    });

    it("does not know what has expired", async () => {
      const key = newKey();
      const before = await store.count();
      await store.create(key, { payload: bytes("x"), expiresAt: Date.now() - 1 });
      expect(await store.get(key)).toBeUndefined();
      expect(await store.replace(key, 1, { payload: bytes("y"), expiresAt: inAnHour() })).toBe(false);
      expect(await store.count()).toBe(before);
    });

    it("destroys all sessions of an owner but one", async () => {
      const owner = newKey();
      const [here, there, elsewhere, foreign] = [newKey(), newKey(), newKey(), newKey()];
      for (const key of [here, there, elsewhere]) {
        await store.create(key, { payload: bytes("x"), owner, expiresAt: inAnHour() });
      }
      await store.create(foreign, { payload: bytes("x"), owner: newKey(), expiresAt: inAnHour() });
      expect(await other.destroyAllOf(owner, here)).toBe(2);
      expect(await store.get(here)).toBeDefined();
      expect(await store.get(there)).toBeUndefined();
      expect(await store.get(foreign)).toBeDefined();
      expect(await store.destroyAllOf(owner)).toBe(1);
      expect(await store.destroyAllOf(owner)).toBe(0);
    });

    it("lists the sessions of an owner that have not expired", async () => {
      const owner = newKey();
      const [one, two, over, gone, moved] = [newKey(), newKey(), newKey(), newKey(), newKey()];
      const expiresAt = inAnHour();
      const payload = randomBytes(300);
      expect(await store.listOf(owner)).toEqual([]);
      for (const key of [one, two, gone, moved]) await store.create(key, { payload, owner, expiresAt });
      await store.create(over, { payload, owner, expiresAt: Date.now() - 1 });
      await store.create(newKey(), { payload, owner: newKey(), expiresAt });
      await store.destroy(gone);
      await store.replace(moved, 1, { payload, expiresAt });
      await store.replace(two, 1, { payload, owner, expiresAt });
      const list = await other.listOf(owner);
      expect(list.map(({ key, version }) => [key, version]).sort()).toEqual(
        [
          [one, 1],
          [two, 2],
        ].sort(),
      );
      for (const record of list) {
        expect(record).toMatchObject({ owner, expiresAt });
        expect(Buffer.from(record.payload).equals(payload)).toBe(true);
      }
    });

    it("follows a change of owner", async () => {
      const key = newKey();
      const [one, two] = [newKey(), newKey()];
      await store.create(key, { payload: bytes("x"), owner: one, expiresAt: inAnHour() });
      await store.replace(key, 1, { payload: bytes("x"), owner: two, expiresAt: inAnHour() });
      expect(await store.destroyAllOf(one)).toBe(0);
      await store.replace(key, 2, { payload: bytes("x"), expiresAt: inAnHour() });
      expect(await store.destroyAllOf(two)).toBe(0);
      expect(await store.get(key)).toBeDefined();
    });

    it("counts the sessions, and nothing else that is kept beside them", async () => {
      const before = await store.count();
      const key = newKey();
      await store.create(key, { payload: bytes("x"), expiresAt: inAnHour() });
      expect(await other.count()).toBe(before + 1);
      const sentForm = `sent:${newKey()}`;
      await store.create(sentForm, { payload: bytes("x"), expiresAt: inAnHour() });
      expect(await other.count()).toBe(before + 1);
      await store.destroy(sentForm);
      await store.destroy(key);
      expect(await other.count()).toBe(before);
    });

    it("locks across processes", async () => {
      const key = newKey();
      let inside = 0;
      let runs = 0;
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).withLock(key, async () => {
            inside += 1;
            expect(inside).toBe(1);
            await nextTurn();
            inside -= 1;
            runs += 1;
          }),
        ),
      );
      expect(runs).toBe(20);
    });

    it("frees a lock when the work fails, and passes the failure on", async () => {
      const key = newKey();
      await expect(store.withLock(key, () => Promise.reject(new TypeError("work")))).rejects.toThrow(
        TypeError,
      );
      expect(await other.withLock(key, () => Promise.resolve("free"))).toBe("free");
    });

    it("waits for a lock as long as it is told to", async () => {
      const key = newKey();
      // The first caller holds the lock until the test releases it, regardless of the machine's speed.
      let letGo = () => {};
      const work = new Promise<void>((resolve) => (letGo = resolve));
      let holding: Promise<void> | undefined;
      await new Promise<void>((held) => {
        holding = store.withLock(key, () => {
          held();
          return work;
        });
      });
      await expect(other.withLock(key, () => Promise.resolve(), 100)).rejects.toThrow(StoreUnavailable);
      await expect(store.withLock(key, () => Promise.resolve(), 100)).rejects.toThrow(StoreUnavailable);
      const waiting = other.withLock(key, () => Promise.resolve("free"), 10_000);
      letGo();
      expect(await waiting).toBe("free");
      await holding;
    });

    it("holds a lock for longer than its life without an extension", async () => {
      const key = newKey();
      const order: string[] = [];
      let begin = () => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const holding = store.withLock(key, async () => {
        begin();
        // Longer than the life of a lock, which Redis counts by its own clock.
        // oxlint-disable-next-line soria/no-sleep
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        order.push("first");
      });
      await begun;
      await other.withLock(key, () => Promise.resolve(order.push("second")));
      await holding;
      expect(order).toEqual(["first", "second"]);
    });
  });
}

contract("the embedded store", () => Promise.resolve(libsqlStore(join(folder, "a b #%", "sessions.db"))));

describe("the embedded store alone", () => {
  it("is readable by its owner only", async () => {
    const file = join(folder, "mode", "sessions.db");
    const store = libsqlStore(file);
    await store.create(newKey(), { payload: bytes("x"), expiresAt: inAnHour() });
    for (const part of ["", "-wal", "-shm"]) expect(statSync(file + part).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it("sweeps what has expired", async () => {
    const file = join(folder, "sweep.db");
    const store = libsqlStore(file);
    const [old, young] = [newKey(), newKey()];
    await store.create(old, { payload: bytes("x"), expiresAt: Date.now() - 1 });
    await store.create(young, { payload: bytes("x"), expiresAt: inAnHour() });
    await store.sweep();
    await store.close();
    const client = createClient({ url: `file:${file}` });
    expect((await client.execute("SELECT key FROM sessions")).rows.map((row) => row["key"])).toEqual([young]);
    client.close();
  });

  it("sweeps many in batches, between which the process does other work", async () => {
    const store = libsqlStore(join(folder, "sweep-many.db"));
    const client = createClient({ url: `file:${join(folder, "sweep-many.db")}` });
    await store.ping();
    await client.execute(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2600)
       INSERT INTO sessions (key, owner, payload, version, expires_at) SELECT 'key ' || i, NULL, randomblob(800), 1, 1 FROM n`,
    );
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await store.sweep();
    clearInterval(turning);
    const { rows } = await client.execute("SELECT count(*) AS n FROM sessions");
    expect(Number(rows[0]?.["n"])).toBe(0);
    expect(turns).toBeGreaterThan(4);
    client.close();
    await store.close();
  });

  it("waits for a file that another process has locked, and holds up nobody else", async () => {
    const store = libsqlStore(join(folder, "locked.db"));
    await store.ping();
    // Locks the file as a backup does. Each lock uses a new client, because one cannot be used again after a
    // transaction.
    const lock = () =>
      createClient({ url: `file:${join(folder, "locked.db")}`, concurrency: 1 }).transaction("write");
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 5);
    const write = () => store.create(newKey(), { payload: bytes("x"), expiresAt: inAnHour() });

    // Waits for a short lock.
    const short = await lock();
    const patient = write();
    setTimeout(() => short.close(), 300);
    expect(await patient).toBe(true);

    // A long lock makes each write fail; reads succeed.
    const long = await lock();
    const order: string[] = [];
    turns = 0;
    const refused = Promise.allSettled([write(), write(), write()]).finally(() => order.push("refused"));
    await store.get(newKey()).then(() => order.push("read"));
    for (const { status, ...rest } of await refused) {
      expect([status, isStoreUnavailable((rest as PromiseRejectedResult).reason)]).toEqual([
        "rejected",
        true,
      ]);
    }
    expect(order).toEqual(["read", "refused"]);
    // The process had other turns while the writes waited.
    expect(turns).toBeGreaterThan(2);
    long.close();
    expect(await write()).toBe(true);
    clearInterval(turning);
    // A write after the failures is committed, and not part of a transaction that a failed write left open.
    const reader = createClient({ url: `file:${join(folder, "locked.db")}` });
    expect(Number((await reader.execute("SELECT count(*) AS n FROM sessions")).rows[0]?.["n"])).toBe(2);
    reader.close();
    await store.close();
  });

  it("says that it is unavailable when it can be read and not written", async () => {
    const file = join(folder, "read-only.db");
    const store = libsqlStore(file, ["query_only = OFF"]);
    await store.ping();
    await store.close();
    const readOnly = libsqlStore(file, ["query_only = ON"]);
    await expect(readOnly.ping()).rejects.toSatisfy(isStoreUnavailable);
    await readOnly.close();
  });

  it("is unavailable while its folder cannot be used, and opens when it can", async () => {
    const place = join(folder, "in-the-way");
    writeFileSync(place, "a file where the folder should be");
    const store = libsqlStore(join(place, "sessions.db"));
    await expect(store.get(newKey())).rejects.toSatisfy(isStoreUnavailable);
    rmSync(place);
    await store.ping();
    await store.close();
  });

  it("is unavailable when its file is no database", async () => {
    const file = join(folder, "damaged.db");
    writeFileSync(file, "this is not a database, and long enough to be seen as something else ".repeat(20));
    chmodSync(file, 0o600);
    const store = libsqlStore(file);
    await expect(store.ping()).rejects.toSatisfy(isStoreUnavailable);
    await store.close();
  });

  it("refuses writes when it is full, still reads, and works when there is room again", async () => {
    const file = join(folder, "full.db");
    const full = libsqlStore(file, ["max_page_count = 40"]);
    const kept: string[] = [];
    const fill = async () => {
      for (let n = 0; n < 200; n += 1) {
        const key = newKey();
        await full.create(key, { payload: randomBytes(4000), expiresAt: inAnHour() });
        kept.push(key);
      }
    };
    await expect(fill()).rejects.toSatisfy(isStoreUnavailable);
    expect(kept.length).toBeGreaterThan(5);
    for (const key of kept) expect(await full.get(key)).toBeDefined();
    for (const key of kept.splice(0, 5)) await full.destroy(key);
    await full.create(newKey(), { payload: randomBytes(4000), expiresAt: inAnHour() });
    for (const key of kept) expect(await full.get(key)).toBeDefined();
    await full.close();
  });
});

describe("with Redis", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.remove());

  contract("the Redis store", () => Promise.resolve(redisStore(new RedisConnection(server.url))));

  it("keeps a record as long as it lives by the site's clock, whatever Redis's says", async () => {
    const store = redisStore(new RedisConnection(server.url));
    setClockOffset(-3_600_000);
    try {
      const key = newKey();
      await store.create(key, { payload: bytes("x"), owner: "late", expiresAt: now() + 60_000 });
      expect(await store.get(key)).toBeDefined();
      expect(await store.listOf("late")).toHaveLength(1);
    } finally {
      setClockOffset(0);
      await store.close();
    }
  });

  it("forgets which sessions have expired, also where nobody asks how many there are", async () => {
    const store = redisStore(new RedisConnection(server.url));
    try {
      const key = newKey();
      await store.create(key, { payload: bytes("x"), expiresAt: now() + 60_000 });
      expect(await server.command("ZSCORE", "soria:sessions", key)).not.toBe("$-1");
      setClockOffset(120_000);
      await store.create(newKey(), { payload: bytes("x"), expiresAt: now() + 60_000 });
      expect(await server.command("ZSCORE", "soria:sessions", key)).toBe("$-1");
    } finally {
      setClockOffset(0);
      await store.close();
    }
  });

  it("is unavailable where there is no Redis", async () => {
    const store = redisStore(new RedisConnection("redis://127.0.0.1:1"));
    await expect(store.get(newKey())).rejects.toSatisfy(isStoreUnavailable);
    await store.close();
  });
});

describe("a full file", () => {
  it("makes room among guests' sessions, so that members can still sign in", async () => {
    const store = libsqlStore(join(folder, "small.db"), ["max_page_count = 300"]);
    try {
      // About 1.2 MB; each guest comes from another address.
      for (let n = 0; n < 200; n += 1) {
        const payload = randomBytes(20_000);
        await store.create(newKey(), { payload, guest: `address ${n}`, expiresAt: inAnHour() });
      }
      const { used, limit } = await store.size();
      expect(used).toBeLessThan(limit * 0.85);
      for (let n = 0; n < 8; n += 1) {
        const content = { payload: randomBytes(10_000), owner: `member ${n}`, expiresAt: inAnHour() };
        expect(await store.create(newKey(), content)).toBe(true);
      }
    } finally {
      await store.close();
    }
  });

  it("shrinks again when its records have expired", async () => {
    const store = libsqlStore(join(folder, "shrinking.db"));
    try {
      for (let n = 0; n < 50; n += 1)
        await store.create(newKey(), { payload: randomBytes(20_000), expiresAt: Date.now() + 50 });
      const before = (await store.size()).used;
      await vi.waitFor(
        async () => {
          await store.sweep();
          expect((await store.size()).used).toBeLessThan(before / 2);
        },
        { timeout: 20_000 },
      );
    } finally {
      await store.close();
    }
  });

  it("opens a file of a release that did not count guests", async () => {
    const file = join(folder, "older.db");
    const client = createClient({ url: `file:${file}` });
    await client.execute(
      "CREATE TABLE sessions (key TEXT PRIMARY KEY, owner TEXT, payload BLOB NOT NULL, version INTEGER NOT NULL, expires_at INTEGER NOT NULL)",
    );
    await client.execute({ sql: "INSERT INTO sessions VALUES ('k', NULL, x'01', 1, ?)", args: [inAnHour()] });
    client.close();
    const store = libsqlStore(file);
    try {
      expect((await store.get("k"))?.version).toBe(1);
      expect(await store.create(newKey(), { payload: bytes("x"), guest: "one", expiresAt: inAnHour() })).toBe(
        true,
      );
    } finally {
      await store.close();
    }
  });
});

it("refuses a kind of record that has no limit", () => {
  const store = wrapStore({} as SessionStore, (_operation, _key, run) => run());
  expect(() => store.create("avatars:1", { payload: bytes("x"), expiresAt: inAnHour() })).toThrow(/no limit/);
});
