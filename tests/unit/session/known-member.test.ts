import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { memberOfCookie } from "#server/session/known-member.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { sessionStore } from "#server/store/stores.server";
import { forget } from "../../setup/reset-singletons";
import { Browser, configureRefresh, fakeCalls, member } from "./support";

beforeEach(() => {
  configureRefresh(fakeCalls().calls);
  forget("known-members");
});
afterAll(() => {
  configureRefresh();
  forget("known-members");
});

test("names one member by the same name in each of their sessions", async () => {
  const [one, other, somebodyElse] = [new Browser(), new Browser(), new Browser()];
  await one.signIn();
  await other.signIn();
  await somebodyElse.signIn(member({ id: 8 }));
  const name = await memberOfCookie(one.cookieHeader);
  expect(name).toBeDefined();
  expect(await memberOfCookie(other.cookieHeader)).toBe(name);
  expect(await memberOfCookie(somebodyElse.cookieHeader)).not.toBe(name);
});

test("knows nobody by a guest's session, nor by a signature alone once the session was signed out", async () => {
  const guest = new Browser();
  const session = await guest.visit();
  await session.update((draft) => {
    draft.walletMessage = "sign me";
  });
  guest.keep(session);
  expect(guest.cookieHeader).toContain("soria");
  expect(await memberOfCookie(guest.cookieHeader)).toBeUndefined();

  const left = new Browser();
  await left.signIn();
  const cookie = left.cookieHeader;
  await (await left.visit()).signOut();
  expect(await memberOfCookie(cookie)).toBeUndefined();
});

test("asks the store once a second for a session, however often and by however many, and not without a signature", async () => {
  const browser = new Browser();
  await browser.signIn();
  const get = vi.spyOn(sessionStore(), "get");
  await Promise.all(Array.from({ length: 50 }, () => memberOfCookie(browser.cookieHeader)));
  await memberOfCookie(browser.cookieHeader);
  expect(get).toHaveBeenCalledTimes(1);
  for (const header of [undefined, "", "soria=x", `${browser.cookieHeader}x`]) {
    expect(await memberOfCookie(header)).toBeUndefined();
  }
  expect(get).toHaveBeenCalledTimes(1);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  expect(await memberOfCookie(browser.cookieHeader)).toBeDefined();
  expect(get).toHaveBeenCalledTimes(2);
});

test("knows nobody while the store does not answer", async () => {
  const browser = new Browser();
  await browser.signIn();
  vi.spyOn(sessionStore(), "get").mockRejectedValue(new StoreUnavailable("down"));
  expect(await memberOfCookie(browser.cookieHeader)).toBeUndefined();
});

test("throws any other error of the store, which is a bug", async () => {
  const browser = new Browser();
  await browser.signIn();
  vi.spyOn(sessionStore(), "get").mockRejectedValue(new Error("bug"));
  await expect(memberOfCookie(browser.cookieHeader)).rejects.toThrow("bug");
});
