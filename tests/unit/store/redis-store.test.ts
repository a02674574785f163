import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RedisConnection } from "#server/store/redis-connection.server";
import { redisStore } from "#server/store/redis-store.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { now, setClockOffset } from "#server/runtime/clock.server";
import { RedisServer } from "../../kit/programs/redis-server";
import { bytes, newKey } from "./support";
import { contract } from "./store-contract";

// Locks are held for seconds and Redis has to start, possibly on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

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
