import { beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { getSession } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { Browser, member, token, withFakeRefresh, signedIn } from "./support";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

withFakeRefresh();
beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] }));

const longTokens = () => ({ accessToken: token(60 * 86_400), refreshToken: token(60 * 86_400) });

describe("a session's life", () => {
  it("of a member ends 14 days after the last use, and is prolonged at most once a day", async () => {
    const browser = await signedIn(longTokens());
    const replace = vi.spyOn(sessionStore(), "replace");
    for (let n = 0; n < 10; n += 1) expect((await browser.visit()).setCookies).toEqual([]);
    expect(replace).not.toHaveBeenCalled();

    const start = Date.now();
    vi.setSystemTime(start + DAY - 1);
    expect((await browser.visit()).setCookies).toEqual([]);
    replace.mockClear();
    vi.setSystemTime(start + DAY);
    const session = await browser.visit();
    expect(session.setCookies[0]).toContain("Max-Age=1209600");
    expect(replace).toHaveBeenCalledTimes(1);
    browser.keep(session);
    expect((await browser.visit()).setCookies).toEqual([]);

    vi.setSystemTime(Date.now() + 13.9 * DAY);
    expect((await browser.visit()).isSignedIn).toBe(true);
    vi.setSystemTime(Date.now() + 14.1 * DAY);
    expect((await browser.visit()).data).toEqual({});
  });

  it("of a member ends 30 days after the sign-in, however often they come", async () => {
    const browser = await signedIn(longTokens());
    const began = Date.now();
    for (let day = 1; day < 30; day += 1) {
      vi.setSystemTime(began + day * DAY);
      const session = await browser.visit();
      expect([day, session.isSignedIn]).toEqual([day, true]);
      browser.keep(session);
    }
    const replace = vi.spyOn(sessionStore(), "replace");
    for (let n = 0; n < 5; n += 1) await browser.visit();
    expect(replace).not.toHaveBeenCalled();
    vi.setSystemTime(began + 30 * DAY + HOUR);
    expect((await browser.visit()).data).toEqual({});
  });

  it("ends as late for a member whose every visit changes the session", async () => {
    const browser = new Browser();
    const began = Date.now();
    const first = await browser.signIn(member(longTokens()));
    let cookieUntil = began + 14 * DAY;
    expect(first.setCookies[0]).toContain("Max-Age=1209600");
    for (let half = 1; half < 40; half += 1) {
      vi.setSystemTime(began + half * (DAY / 2));
      expect(Date.now()).toBeLessThan(cookieUntil);
      const session = await browser.visit();
      await session.setUser({ pointAmount: half });
      browser.keep(session);
      const age = /Max-Age=(\d+)/.exec(session.setCookies[0] ?? "")?.[1];
      if (age) cookieUntil = Date.now() + Number(age) * 1_000;
    }
    expect(cookieUntil).toBeGreaterThan(began + 29 * DAY);
  });

  it("notes when it was last used, to ten minutes, without a new cookie", async () => {
    const browser = await signedIn(longTokens());
    const began = Date.now();
    vi.setSystemTime(began + 10 * 60_000 - 1);
    expect((await browser.visit()).data.signedIn?.lastUsed).toBe(began);
    vi.setSystemTime(began + 10 * 60_000);
    const session = await browser.visit();
    expect([session.data.signedIn?.lastUsed, session.setCookies]).toEqual([began + 10 * 60_000, []]);
    // Nor does a change of its contents, or one that changes nothing.
    await session.setUser({ pointAmount: 99 });
    const replace = vi.spyOn(sessionStore(), "replace");
    await session.setUser({ pointAmount: 99 });
    expect([session.setCookies, replace.mock.calls]).toEqual([[], []]);
  });

  it("of a guest ends after half an hour, or a day if it has a draft", async () => {
    const browser = new Browser();
    const session = await browser.visit();
    await session.update((draft) => {
      draft.walletMessage = "text";
    });
    expect(session.setCookies[0]).toContain("Max-Age=1800");
    browser.keep(session);
    vi.setSystemTime(Date.now() + 29 * 60_000);
    const working = await browser.visit();
    await working.update((draft) => {
      draft.signUp = { stage: "code", email: "a@example.com" };
    });
    expect(working.setCookies[0]).toContain("Max-Age=86400");
    browser.keep(working);
    vi.setSystemTime(Date.now() + 23 * HOUR);
    expect((await browser.visit()).data.signUp?.stage).toBe("code");
    vi.setSystemTime(Date.now() + 25 * HOUR);
    expect((await browser.visit()).data).toEqual({});
  });

  it("of a guest is half an hour while it holds nothing but messages and steps that pass", async () => {
    const session = await new Browser().visit();
    await session.update((draft) => {
      draft.walletMessage = "text";
      draft.flash = [{ id: "m", kind: "info", key: "a:b" }];
      draft.reset = { token: "t", email: "a@example.com" };
      draft.resetDone = true;
      draft.suspension = {
        ...{ created_at: "2026-01-01T00:00:00Z", restored_at: "2026-01-05T00:00:00Z", reason: "spam" },
        duration: { days: 3, hours: 4, minutes: 5 },
      };
    });
    expect(session.setCookies[0]).toContain("Max-Age=1800");
  });

  it("of a member who was signed out from another device tells why for as long as it would have lasted", async () => {
    const [here, there] = [await signedIn(longTokens()), await signedIn(longTokens())];
    const began = Date.now();
    await (await here.visit()).endOthers("password");
    vi.setSystemTime(began + 13 * DAY);
    const session = await there.visit();
    expect([session.data.flash, session.setCookies]).toMatchObject([[{ key: "account:ended.password" }], []]);
    vi.setSystemTime(began + 14 * DAY);
    expect((await there.visit()).data).toEqual({});
  });

  it("is not prolonged when it remembers nothing", async () => {
    const browser = new Browser();
    const session = await browser.visit();
    await session.update((draft) => {
      draft.walletMessage = "text";
    });
    browser.keep(session);
    const next = await browser.visit();
    await next.update((draft) => {
      delete draft.walletMessage;
    });
    vi.setSystemTime(Date.now() + 20 * 60_000);
    expect((await browser.visit()).setCookies).toEqual([]);
  });

  it("survives a clock that jumps back and forth", async () => {
    const browser = await signedIn(longTokens());
    const now = Date.now();
    for (const jump of [-DAY, 3 * DAY, -2 * DAY, DAY]) {
      vi.setSystemTime(now + jump);
      const session = await browser.visit();
      browser.keep(session);
      expect(session.isSignedIn).toBe(true);
      expect(await session.accessToken()).toBeDefined();
    }
  });
});

describe("the cookie", () => {
  it("has the __Host- prefix and Secure on https", async () => {
    env().siteUrl = "https://www.soria.example";
    try {
      const session = await new Browser().visit();
      await session.flash({ kind: "info", key: "a:b" });
      expect(session.setCookies[0]).toMatch(
        /^__Host-soria-guest=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      await session.update((draft) => {
        draft.walletMessage = "text";
      });
      expect(session.setCookies[0]).toMatch(
        /^__Host-soria=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const request = new Request("https://www.soria.example/", {
        headers: { Cookie: session.setCookies[0]?.split(";")[0] ?? "" },
      });
      expect((await getSession({ request, context: {} })).data.flash).toHaveLength(1);
    } finally {
      env().siteUrl = undefined;
    }
  });

  it("stays good when a new secret is put in front, and not when the old one is taken away", async () => {
    const browser = new Browser();
    const [old = ""] = env().sessionSecrets;
    await browser.signIn(member(longTokens()));
    const use = (secrets: string[]) => {
      env().sessionSecrets = secrets;
    };
    try {
      use(["a-new-secret", old]);
      expect((await browser.visit()).isSignedIn).toBe(true);
      const renewed = await signedIn(longTokens());
      use(["a-new-secret"]);
      expect((await browser.visit()).isSignedIn).toBe(false);
      expect((await renewed.visit()).isSignedIn).toBe(true);
    } finally {
      use([old]);
    }
  });
});
