import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { newKey, store, other } from "./support";

/** The guarantees of a store's locks, as tests of the block that calls this. */
export function lockContract(): void {
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
    await expect(store.withLock(key, () => Promise.reject(new TypeError("work")))).rejects.toThrow(TypeError);
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
}
