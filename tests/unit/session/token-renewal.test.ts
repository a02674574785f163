import { describe, expect, it, vi } from "vitest";
import {
  Browser,
  configureRefresh,
  fakeCalls,
  member,
  Refused,
  signedIn,
  thrown,
  token,
  Unreachable,
  withFakeRefresh,
  withResolvers,
} from "./support";

withFakeRefresh();

describe("tokens", () => {
  const use = (behaviour?: Parameters<typeof fakeCalls>[0]) => {
    const { calls, counts } = fakeCalls(behaviour);
    configureRefresh(calls);
    return counts;
  };

  it("are used as they are until 30 s before their end [A104.2]", async () => {
    const counts = use();
    const browser = new Browser();
    const response = member({ accessToken: token(33) });
    await browser.signIn(response);
    expect(await (await browser.visit()).accessToken()).toBe(response.accessToken);
    expect(counts.refreshAccess).toBe(0);
    await browser.signIn(member({ accessToken: token(29) }));
    expect(await (await browser.visit()).accessToken()).not.toBe(response.accessToken);
    expect(counts.refreshAccess).toBe(1);
  });

  it.each([
    ["ahead of the API's by more than their life", -3600],
    ["behind the API's", 3600],
  ])("are judged by the clock of who issued them, with ours %s", async (_, issued) => {
    const life = 900;
    const at = (label: string) => token(issued + life, label, issued);
    const counts = use({
      refreshAccess: () => Promise.resolve(at("renewed")),
      restoreSession: () => Promise.reject(new Error("not needed")),
    });
    const browser = new Browser();
    const response = member({ accessToken: at("first"), refreshToken: token(issued + 86_400, "r", issued) });
    await browser.signIn(response);
    expect(await (await browser.visit()).accessToken()).toBe(response.accessToken);
    expect(counts.refreshAccess).toBe(0);
    // The token is refreshed 29 s before it expires by the API's clock.
    vi.useFakeTimers({ now: Date.now() + (life - 29) * 1000, toFake: ["Date"] });
    const session = await browser.visit();
    const renewed = await session.accessToken();
    expect([counts.refreshAccess, session.isSignedIn]).toEqual([1, true]);
    expect(renewed).toBe(session.data.tokens?.accessToken);
    expect(renewed).not.toBe(response.accessToken);
  });

  it("are judged by our own clock again once the API's agrees with it", async () => {
    use({ refreshAccess: () => Promise.resolve(token(900, "renewed", 0)) });
    const browser = await signedIn({ accessToken: token(-600, "first", -1_500) });
    expect((await browser.visit()).data.tokens?.clockAhead).toBeGreaterThan(1_499_000);
    // Our clock was set right: the old token has 900 s left by the wrong one.
    const session = await browser.visit();
    await session.renew(session.data.tokens?.accessToken ?? "");
    expect(session.data.tokens).not.toHaveProperty("clockAhead");
    // The API's clock was set back.
    use({ refreshAccess: () => Promise.resolve(token(900, "later", -900)) });
    const later = await browser.visit();
    await later.renew(later.data.tokens?.accessToken ?? "");
    expect(later.data.tokens?.clockAhead).toBeGreaterThan(899_000);
  });

  it("are refreshed once for 100 requests at the same time", async () => {
    const counts = use();
    const browser = await signedIn({ accessToken: token(-1) });
    const sessions = await Promise.all(Array.from({ length: 100 }, () => browser.visit()));
    const tokens = await Promise.all(sessions.map((session) => session.accessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toBeDefined();
    expect(counts).toEqual({ refreshAccess: 1, restoreSession: 0 });
    // A later request does not refresh again either.
    expect(await (await browser.visit()).accessToken()).toBe(tokens[0]);
    expect(counts.refreshAccess).toBe(1);
  });

  it("are renewed once for 100 requests whose token the API refused", async () => {
    const counts = use();
    const browser = new Browser();
    const response = member();
    await browser.signIn(response);
    const sessions = await Promise.all(Array.from({ length: 100 }, () => browser.visit()));
    const tokens = await Promise.all(sessions.map((session) => session.renew(response.accessToken)));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(response.accessToken);
    expect(counts.refreshAccess).toBe(1);
    // A request that read the session before the renewal and was rejected afterwards.
    expect(await sessions[5]?.renew(response.accessToken)).toBe(tokens[0]);
    expect(counts.refreshAccess).toBe(1);
  });

  it("are restored, with the user, when the refresh of the access token is refused; both calls get the refresh token [A105.1 A105.2 A221.2 A222.1]", async () => {
    const asked: [call: string, bearer: string][] = [];
    use({
      refreshAccess(bearer) {
        asked.push(["refreshAccess", bearer]);
        return Promise.reject(new Refused());
      },
      restoreSession(bearer) {
        asked.push(["restoreSession", bearer]);
        return Promise.resolve(member({ firstName: "Restored" }));
      },
    });
    const browser = new Browser();
    const response = member({ accessToken: token(-1) });
    await browser.signIn(response);
    const session = await browser.visit();
    expect(await session.accessToken()).toBeDefined();
    expect(session.user?.firstName).toBe("Restored");
    expect(asked).toEqual([
      ["refreshAccess", response.refreshToken],
      ["restoreSession", response.refreshToken],
    ]);
  });

  it.each([
    ["is no JWT", "opaque"],
    ["has no exp", token(undefined)],
    ["is empty", ""],
    ["has a payload that is no JSON", "a.%%%.c"],
    ["has an exp that is no number", `a.${Buffer.from('{"exp":"soon"}').toString("base64url")}.c`],
  ])("are restored when the access token %s [A105.1 A105.2]", async (_, accessToken) => {
    const counts = use();
    const browser = await signedIn({ accessToken });
    expect(await (await browser.visit()).accessToken()).toBeDefined();
    expect(counts).toEqual({ refreshAccess: 0, restoreSession: 1 });
  });

  it.each([
    ["expired", token(-1)],
    ["no JWT", "opaque"],
    ["without exp", token(undefined)],
  ])(
    "are removed when the refresh token is %s too: no call, one message, no loop [A106.1 A106.2]",
    async (_, refreshToken) => {
      const counts = use();
      const browser = await signedIn({ accessToken: token(-1), refreshToken });
      const cookie = browser.cookieHeader;
      const sessions = await Promise.all(Array.from({ length: 20 }, () => browser.visit()));
      const tokens = await Promise.all(sessions.map((session) => session.accessToken()));
      expect(tokens.every((each) => each === undefined)).toBe(true);
      expect(counts).toEqual({ refreshAccess: 0, restoreSession: 0 });
      const after = await browser.visit();
      expect(browser.cookieHeader).toBe(cookie);
      expect(after.isSignedIn).toBe(false);
      expect([after.data.user, after.data.tokens]).toEqual([undefined, undefined]);
      expect(after.data.flash).toHaveLength(1);
      expect(await after.accessToken()).toBeUndefined();
    },
  );

  it("are removed when the API answers with tokens that cannot be read", async () => {
    const counts = use({
      refreshAccess: () => Promise.resolve("opaque"),
      restoreSession: () => Promise.resolve(member({ accessToken: token(undefined) })),
    });
    const browser = await signedIn({ accessToken: token(-1) });
    const session = await browser.visit();
    expect(await session.accessToken()).toBeUndefined();
    expect(await session.accessToken()).toBeUndefined();
    expect(session.data.flash).toMatchObject([{ key: "errors:http.401" }]);
    expect(counts).toEqual({ refreshAccess: 1, restoreSession: 1 });
  });

  it("stay when the API cannot be reached; every waiting request is told", async () => {
    const counts = use({ refreshAccess: () => Promise.reject(new Unreachable("down")) });
    const browser = await signedIn({ accessToken: token(-1) });
    const sessions = await Promise.all(Array.from({ length: 5 }, () => browser.visit()));
    const errors = await Promise.all(sessions.map((session) => thrown(session.accessToken())));
    expect(errors.every((error) => error instanceof Unreachable)).toBe(true);
    expect(errors).toHaveLength(5);
    expect(counts).toEqual({ refreshAccess: 1, restoreSession: 0 });
    expect((await browser.visit()).isSignedIn).toBe(true);
    use();
    expect(await (await browser.visit()).accessToken()).toBeDefined();
  });

  it("do not survive a sign-out that comes during their refresh", async () => {
    const called = withResolvers<void>();
    const respond = withResolvers<string>();
    use({
      refreshAccess: () => {
        called.resolve();
        return respond.promise;
      },
    });
    const browser = await signedIn({ accessToken: token(-1) });
    const refreshing = await browser.visit();
    const waiting = refreshing.accessToken();
    await called.promise;
    await (await browser.visit()).signOut();
    respond.resolve(token(900));
    expect(await waiting).toBeUndefined();
    expect(refreshing.isSignedIn).toBe(false);
    expect(refreshing.setCookies).toEqual([]);
    expect((await browser.visit()).isSignedIn).toBe(false);
  });
});
