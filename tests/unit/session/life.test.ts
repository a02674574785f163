import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/env.server";
import { configureRefresh, getSession } from "#server/session/session.server";
import { sessionStore } from "#server/session/stores.server";
import { Browser, fakeCalls, member, token } from "./support";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  configureRefresh(fakeCalls().calls);
});
afterEach(() => vi.useRealTimers());

const longMember = () => member({ accessToken: token(60 * 86_400), refreshToken: token(60 * 86_400) });

describe("a session's life", () => {
  it("of a member is 14 days after the last use, prolonged at most once a day", async () => {
    const browser = new Browser();
    await browser.signIn(longMember());
    const replace = vi.spyOn(sessionStore(), "replace");
    for (let n = 0; n < 10; n += 1) expect((await browser.visit()).setCookie).toBeUndefined();
    expect(replace).not.toHaveBeenCalled();

    vi.setSystemTime(Date.now() + 25 * HOUR);
    const session = await browser.visit();
    expect(session.setCookie).toContain("Max-Age=1209600");
    expect(replace).toHaveBeenCalledTimes(1);
    browser.keep(session);
    expect((await browser.visit()).setCookie).toBeUndefined();

    vi.setSystemTime(Date.now() + 13.9 * DAY);
    expect((await browser.visit()).isSignedIn).toBe(true);
    vi.setSystemTime(Date.now() + 14.1 * DAY);
    expect((await browser.visit()).data).toEqual({});
  });

  it("of another visitor is one day", async () => {
    const browser = new Browser();
    const session = await browser.visit();
    await session.flash({ kind: "info", key: "a:b" });
    expect(session.setCookie).toContain("Max-Age=86400");
    browser.keep(session);
    vi.setSystemTime(Date.now() + 23 * HOUR);
    expect((await browser.visit()).data.flash).toHaveLength(1);
    vi.setSystemTime(Date.now() + 25 * HOUR);
    expect((await browser.visit()).data).toEqual({});
  });

  it("is not prolonged when it remembers nothing", async () => {
    const browser = new Browser();
    const session = await browser.visit();
    await session.flash({ kind: "info", key: "a:b" });
    browser.keep(session);
    const next = await browser.visit();
    await next.update((draft) => {
      delete draft.flash;
    });
    vi.setSystemTime(Date.now() + 20 * HOUR);
    expect((await browser.visit()).setCookie).toBeUndefined();
  });

  it("survives a clock that jumps back and forth", async () => {
    const browser = new Browser();
    await browser.signIn(longMember());
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
    const names = ["session-cookie"].map((name) => Symbol.for(`soria.${name}`));
    const holder = globalThis as unknown as Record<symbol, unknown>;
    const before = names.map((name) => holder[name]);
    for (const name of names) holder[name] = undefined;
    env().siteUrl = "https://www.soria.example";
    try {
      const session = await new Browser().visit();
      await session.flash({ kind: "info", key: "a:b" });
      expect(session.setCookie).toMatch(
        /^__Host-soria=[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const request = new Request("https://www.soria.example/", {
        headers: { Cookie: session.setCookie?.split(";")[0] ?? "" },
      });
      expect((await getSession({ request, context: {} })).data.flash).toHaveLength(1);
    } finally {
      env().siteUrl = undefined;
      names.forEach((name, at) => (holder[name] = before[at]));
    }
  });

  it("stays good when a new secret is put in front, and not when the old one is taken away", async () => {
    const browser = new Browser();
    const [old = ""] = env().sessionSecrets;
    await browser.signIn(longMember());
    const holder = globalThis as unknown as Record<symbol, unknown>;
    const use = (secrets: string[]) => {
      env().sessionSecrets = secrets;
      for (const name of ["session-cookie", "session-sealer"])
        holder[Symbol.for(`soria.${name}`)] = undefined;
    };
    try {
      use(["a-new-secret", old]);
      expect((await browser.visit()).isSignedIn).toBe(true);
      const renewed = new Browser();
      await renewed.signIn(longMember());
      use(["a-new-secret"]);
      expect((await browser.visit()).isSignedIn).toBe(false);
      expect((await renewed.visit()).isSignedIn).toBe(true);
    } finally {
      use([old]);
    }
  });
});
