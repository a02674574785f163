/** Work that a form does once, however often it is sent. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import {
  formTokenOf,
  newFormToken,
  runOnceByKey,
  storedResult,
  storeResult,
} from "#server/forms/form-token.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import { recordCipher } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";

const DAY_MS = 24 * 60 * 60_000;

const formWith = (token?: string | File) => {
  const form = new FormData();
  if (token !== undefined) form.set("token", token);
  return form;
};

describe("the token of a form", () => {
  it("is 128 random bits", () => {
    expect(newFormToken()).toMatch(/^[\w-]{22}$/);
    expect(newFormToken()).not.toBe(newFormToken());
  });

  it("is the form's own, or a new one where that is missing or malformed", () => {
    const token = newFormToken();
    expect(formTokenOf(formWith(token))).toBe(token);
    for (const other of [
      undefined,
      "",
      token.slice(1),
      `${token}x`,
      `${token.slice(1)}!`,
      new File([], token),
    ]) {
      expect(formTokenOf(formWith(other))).toMatch(/^[\w-]{22}$/);
      expect(formTokenOf(formWith(other))).not.toBe(token);
    }
  });
});

describe("work that runs once for a token", () => {
  it("is not repeated: a second press waits, and gets the same result", async () => {
    const token = newFormToken();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await nextTurn();
      return `result ${runs}`;
    };
    const press = () => runOnceByKey("inquiry", token, 1_000, work);
    expect(await Promise.all([press(), press()])).toEqual(["result 1", "result 1"]);
    expect(await press()).toBe("result 1");
    expect(await runOnceByKey("report", token, 1_000, work)).toBe("result 2");
    expect(await runOnceByKey("inquiry", newFormToken(), 1_000, work)).toBe("result 3");
  });

  it("runs again after a failure", async () => {
    const token = newFormToken();
    const failing = runOnceByKey("inquiry", token, 1_000, () => Promise.reject(new Error("no answer")));
    await expect(failing).rejects.toThrow("no answer");
    expect(await storedResult("inquiry", token)).toBeUndefined();
    expect(await runOnceByKey("inquiry", token, 1_000, async () => "done")).toBe("done");
  });

  it("is remembered for a day, also when its result is empty", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 15), toFake: ["Date"] });
    const token = newFormToken();
    await storeResult("link", token, "");
    vi.setSystemTime(Date.UTC(2026, 0, 15) + DAY_MS - 1);
    expect(await storedResult("link", token)).toBe("");
    expect(await runOnceByKey("link", token, 1_000, async () => "again")).toBe("");
    vi.setSystemTime(Date.UTC(2026, 0, 15) + DAY_MS);
    expect(await storedResult("link", token)).toBeUndefined();
  });

  it("waits for a press in progress longer than its call may take", async () => {
    const lock = vi.spyOn(sessionStore(), "withLock");
    const token = newFormToken();
    await runOnceByKey("inquiry", token, 5_000, async () => "done");
    expect(await storedResult("inquiry", token, 7_000)).toBe("done");
    expect(lock.mock.calls.map(([, , waitMs]) => waitMs)).toEqual([15_000, 17_000]);
    expect(lock.mock.calls[0]?.[0]).toBe(lock.mock.calls[1]?.[0]);
    await storedResult("inquiry", token);
    expect(lock).toHaveBeenCalledTimes(2);
  });

  it("is not done again where a result exists that this release cannot read", async () => {
    const create = vi.spyOn(sessionStore(), "create");
    const token = newFormToken();
    await storeResult("inquiry", token, "done");
    const [key = ""] = create.mock.calls[0] ?? [];
    const stored = await sessionStore().get(key);
    const write = async (result: unknown) => {
      const { version = 0, expiresAt = 0 } = (await sessionStore().get(key)) ?? stored ?? {};
      await sessionStore().replace(key, version, { payload: recordCipher().seal(result, key), expiresAt });
    };
    await write({ result: "of a newer release" });
    expect(await storedResult("inquiry", token)).toBe("of a newer release");
    await write({ other: 1 });
    const error = await storedResult("inquiry", token).catch((thrown: unknown) => thrown);
    expect(isStoreUnavailable(error)).toBe(true);
    expect((error as Error).message).toContain("cannot be read by this release");
  });
});
