import { createClient } from "@libsql/client";
import { randomBytes } from "node:crypto";
import { chmodSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { libsqlStore } from "#server/store/libsql-store.server";
import { wrapStore } from "#server/store/stores.server";
import type { SessionStore } from "#server/store/store";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { newFolder } from "../../kit/data/new-folder";
import { bytes, inAnHour, newKey } from "./support";
import { contract } from "./store-contract";

// Locks are held for seconds, possibly on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const folder = newFolder();

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
