/** The list of a member's sign-ins of the last 90 days. */
import { afterEach, expect, it, vi } from "vitest";
import { setClockOffset } from "#server/runtime/clock.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { forgetSignIns, recentSignIns } from "#server/session/sign-ins.server";
import { ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { signedIn, withFakeRefresh } from "./support";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
const DAY_MS = 86_400_000;

withFakeRefresh();
afterEach(() => {
  setClockOffset(0);
});

it("has each sign-in with its device and time, the newest first, also of ended sessions", async () => {
  const id = "listed";
  const phone = await signedIn({ id }, PHONE);
  await (await phone.visit()).signOut();
  await signedIn({ id });
  const list = await recentSignIns(ownerOf(id));
  expect(list).toEqual([
    { at: expect.any(Number) as number },
    { at: expect.any(Number) as number, browser: "Safari", system: "iPhone" },
  ]);
  expect(await recentSignIns(ownerOf("never signed in"))).toEqual([]);
});

it("keeps all of several sign-ins at the same time", async () => {
  const id = "at once";
  await Promise.all(Array.from({ length: 8 }, () => signedIn({ id })));
  expect(await recentSignIns(ownerOf(id))).toHaveLength(8);
});

it("keeps the last fifty, in a record of less than 8 kB", async () => {
  const id = "many";
  for (let count = 0; count < 53; count += 1) await signedIn({ id }, PHONE);
  expect(await recentSignIns(ownerOf(id))).toHaveLength(50);
  const stored = await sessionStore().get(`sign-ins:${ownerOf(id)}`);
  expect(stored?.payload.length).toBeLessThan(8_192);
});

it("forgets a sign-in after 90 days, and the record with the last one", async () => {
  const id = "old";
  await signedIn({ id });
  const stored = await sessionStore().get(`sign-ins:${ownerOf(id)}`);
  expect(Math.round(((stored?.expiresAt ?? 0) - Date.now()) / DAY_MS)).toBe(90);
  setClockOffset(89 * DAY_MS);
  expect(await recentSignIns(ownerOf(id))).toHaveLength(1);
  await signedIn({ id });
  setClockOffset(91 * DAY_MS);
  expect(await recentSignIns(ownerOf(id))).toHaveLength(1);
});

it("stores no name of a device in the clear, and is deleted at once", async () => {
  const id = "sealed";
  await signedIn({ id }, PHONE);
  const stored = await sessionStore().get(`sign-ins:${ownerOf(id)}`);
  expect(Buffer.from(stored?.payload ?? []).toString("latin1")).not.toContain("iPhone");
  await forgetSignIns(ownerOf(id));
  expect(await recentSignIns(ownerOf(id))).toEqual([]);
});

it("does not keep anybody from signing in while the list cannot be written", async () => {
  const id = "list down";
  const store = sessionStore();
  const create = store.create.bind(store);
  vi.spyOn(store, "create").mockImplementation((key, content) =>
    key.startsWith("sign-ins:") ? Promise.reject(new StoreUnavailable("down")) : create(key, content),
  );
  const browser = await signedIn({ id });
  expect((await browser.visit()).isSignedIn).toBe(true);
  expect(await recentSignIns(ownerOf(id))).toEqual([]);
});

it("begins anew where the record cannot be read", async () => {
  const id = "unreadable";
  const key = `sign-ins:${ownerOf(id)}`;
  await sessionStore().create(key, { payload: new Uint8Array(40), expiresAt: Date.now() + DAY_MS });
  expect(await recentSignIns(ownerOf(id))).toEqual([]);
  await signedIn({ id });
  expect(await recentSignIns(ownerOf(id))).toHaveLength(1);
});
