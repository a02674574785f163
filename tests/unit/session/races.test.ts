/** Requests of one session, or of several members, that run at the same time. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { metrics } from "#server/observe/metrics.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import { refreshCalls } from "#server/session/refresher.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import {
  Browser,
  configureRefresh,
  fakeCalls,
  guestWithMessage,
  member,
  Refused,
  signedIn,
  token,
  withFakeRefresh,
  withResolvers,
} from "./support";

withFakeRefresh();
afterEach(() => {
  env().metricsPort = undefined;
});

describe("a session that ends while its tokens are refreshed", () => {
  const expired = { accessToken: token(-1), id: "ends while refreshed" };
  const ends: Record<string, (browser: Browser) => Promise<unknown>> = {
    "another device ends it": async () => (await (await signedIn(expired)).visit()).endOthers("password"),
    "its member signs out": async (browser) => (await browser.visit()).signOut(),
  };
  const rejections = async () => {
    const values = (await metrics()?.registry.getSingleMetric("soria_token_refreshes_total")?.get())?.values;
    return values?.find(({ labels }) => labels["outcome"] === "rejected")?.value;
  };

  it.each(
    ["renewed", "restored", "rejected"].flatMap((outcome) =>
      Object.keys(ends).map((end) => [outcome, end] as const),
    ),
  )("stays ended when its tokens are %s and %s", async (outcome, end) => {
    env().metricsPort = 9464;
    const browser = await signedIn(expired);
    const refusing = () => Promise.reject(new Refused());
    const ending = async () => void (await ends[end]?.(browser));
    const { calls } = fakeCalls({
      refreshAccess: async () => {
        await ending();
        return outcome === "renewed" ? token(900) : refusing();
      },
      ...(outcome === "rejected" && { restoreSession: refusing }),
    });
    configureRefresh(calls);
    const session = await browser.visit();
    const before = await rejections();
    expect(await session.accessToken()).toBeUndefined();
    expect(session.isSignedIn).toBe(false);
    const after = await browser.visit();
    const isTold = end.startsWith("another");
    expect(after.data.flash?.map(({ key }) => key)).toEqual(isTold ? ["account:ended.password"] : undefined);
    if (!isTold) expect(await rejections()).toBe(before);
  });

  it("yields no token, and leads to the sign-in, wherever it is asked for one", async () => {
    const browser = await signedIn(expired);
    const [one, two] = [await browser.visit("/my-page"), await browser.visit()];
    await ends["another device ends it"]?.(browser);
    expect(await one.renew(expired.accessToken)).toBeUndefined();
    expect(one.endedError()).toMatchObject({ backTo: "/my-page", hasEnded: true });
    expect(await two.renewOrderToken("")).toBeUndefined();
  });

  it("cannot end the member's other sessions", async () => {
    for (const end of Object.values(ends)) {
      const browser = await signedIn(expired);
      const session = await browser.visit();
      await end(browser);
      await expect(session.endOthers("password")).rejects.toBeInstanceOf(SignInNeeded);
    }
  });

  it("stays marked until a page shows why", async () => {
    const browser = await signedIn(expired);
    await ends["another device ends it"]?.(browser);
    const args = browser.request();
    await getSession(args);
    await applySessionCookie(new Headers(), args.context);
    expect((await browser.visit()).data.ended).toBe(true);
  });

  it("is replaced by a sign-in of the same request, which keeps what follows", async () => {
    const browser = await signedIn(expired);
    const session = await browser.visit();
    await ends["its member signs out"]?.(browser);
    await session.setUser({ pointAmount: 1 });
    await session.signIn(member());
    await session.flash({ kind: "info", key: "a:b" });
    browser.keep(session);
    expect((await browser.visit()).data.flash).toMatchObject([{ key: "a:b" }]);
  });

  it("yields no token to background work either", async () => {
    const browser = await signedIn(expired);
    const tokens = await TokensOfRecord.of((await browser.visit()).key ?? "");
    await ends["another device ends it"]?.(browser);
    expect(await tokens?.renew(expired.accessToken)).toBeUndefined();
  });
});

describe("refreshes at the same time", () => {
  it("of two members do not wait for each other, and each gets their own token", async () => {
    // A token made a second later is another one.
    const refreshTokens = { one: token(900, "refresh one"), other: token(900, "refresh other") };
    const accessTokens = { one: token(900, "access one"), other: token(900, "access other") };
    const [one, other] = [
      await signedIn({ accessToken: token(-1), refreshToken: refreshTokens.one, id: "one" }),
      await signedIn({ accessToken: token(-1), refreshToken: refreshTokens.other, id: "other" }),
    ];
    const slow = withResolvers<void>();
    const { calls } = fakeCalls({
      refreshAccess: async (refreshToken) => {
        const isOne = refreshToken === refreshTokens.one;
        if (isOne) await slow.promise;
        return isOne ? accessTokens.one : accessTokens.other;
      },
    });
    configureRefresh(calls);
    const waiting = (await one.visit()).accessToken();
    expect(await (await other.visit()).accessToken()).toBe(accessTokens.other);
    slow.resolve();
    expect(await waiting).toBe(accessTokens.one);
  });

  it("make no call for a token that another request has replaced", async () => {
    const current = { accessToken: token(900, "new"), ecAccessToken: token(900, "new ec") };
    const browser = await signedIn(current);
    const { calls, counts } = fakeCalls();
    configureRefresh(calls);
    expect(await (await browser.visit()).renewOrderToken("old ec")).toBe(current.ecAccessToken);
    const renew = vi.spyOn(refreshCalls, "refreshAccess");
    const tokens = await TokensOfRecord.of((await browser.visit()).key ?? "");
    expect(await tokens?.renew("old")).toBe(current.accessToken);
    expect([counts, renew.mock.calls]).toEqual([{ refreshAccess: 0, restoreSession: 0 }, []]);
  });
});

it("pages of one session that show a message at the same time delete it once", async () => {
  const browser = await signedIn();
  await (await browser.visit()).flash({ kind: "info", key: "a:b" });
  const pages = [browser.request(), browser.request()];
  for (const page of pages) expect(await (await getSession(page)).takeFlash()).toHaveLength(1);
  for (const { context } of pages) await applySessionCookie(new Headers(), context);
  expect((await browser.visit()).data).not.toHaveProperty("flash");
});

describe("a guest's requests at the same time", () => {
  it("begin one session, which has the work of both", async () => {
    const browser = await guestWithMessage();
    const [one, two] = [await browser.visit(), await browser.visit()];
    await Promise.all([
      one.update((draft) => void (draft.walletMessage = "text")),
      two.update((draft) => void (draft.votes = [1])),
    ]);
    expect(one.key).toBe(two.key);
    browser.keep(two);
    expect((await browser.visit()).data).toMatchObject({ walletMessage: "text", votes: [1] });
  });

  it("set no cookie when they change nothing", async () => {
    const session = await (await guestWithMessage()).visit();
    await session.update(() => undefined);
    expect(session.setCookies).toEqual([]);
  });
});

it("exclusive work is locked by member, else by session, and not at all for a visitor without data", async () => {
  const lock = vi.spyOn(sessionStore(), "withLock");
  const lockOf = async (browser: Browser) => {
    lock.mockClear();
    expect(await (await browser.visit()).exclusively("buy", async () => "done")).toBe("done");
    return lock.mock.calls.map(([name]) => name);
  };
  expect(await lockOf(await signedIn({ id: "locks" }))).toEqual([`buy:${ownerOf("locks")}`]);
  expect(await lockOf(new Browser())).toEqual([]);
  const looking = new Browser();
  const session = await looking.visit();
  await session.flash({ kind: "info", key: "a:b" });
  looking.keep(session);
  const [name = ""] = await lockOf(looking);
  expect(name).toMatch(/^buy:./);
  // The record that the guest's work creates has the same lock.
  const working = await looking.visit();
  await working.update((draft) => void (draft.walletMessage = "text"));
  expect(name).toBe(`buy:${working.key}`);
  looking.keep(working);
  expect(await lockOf(looking)).toEqual([name]);
});
