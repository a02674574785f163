import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { getSession, invalidAccess } from "#server/session/session.server";
import { readGuestState } from "#server/session/guest-session-cookie.server";
import { sessionStore } from "#server/store/stores.server";
import { Browser, guestWithMessage, signedIn, thrown, withFakeRefresh } from "./support";

withFakeRefresh();

describe("a visitor with nothing to remember", () => {
  it("has no record and no cookie", async () => {
    const before = existsSync(join(env().dataDir, "sessions.db")) ? await sessionStore().count() : 0;
    const session = await new Browser().visit();
    expect(session.data).toEqual({});
    expect(session.isSignedIn).toBe(false);
    expect(await session.takeFlash()).toEqual([]);
    await session.update(() => {});
    expect(session.setCookies).toEqual([]);
    expect(await sessionStore().count()).toBe(before);
  });

  it.each([
    "soria=",
    "soria=x",
    "soria=eyJ4.AAAA",
    "soria=%E0%A4%A",
    `soria=${"a".repeat(5000)}`,
    ";;;",
    "=x",
  ])("is who sends the cookie %s", async (cookie) => {
    const request = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
    const session = await getSession({ request, context: {} });
    expect(session.isSignedIn).toBe(false);
    expect(session.setCookies).toEqual([]);
  });

  it("is who sends a good cookie with one character changed", async () => {
    const browser = await signedIn();
    const [[name, value] = ["", ""]] = browser.cookies;
    for (const at of [0, 10, value.length - 1]) {
      const changed = value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
      browser.cookies.set(name, changed);
      expect((await browser.visit()).isSignedIn).toBe(false);
    }
    browser.cookies.set(name, value);
    expect((await browser.visit()).isSignedIn).toBe(true);
  });
});

describe("a guest's cookie", () => {
  it("keeps its id while its contents change, and another guest has another one", async () => {
    const idOf = (browser: Browser) => readGuestState(browser.request().request)?.id;
    const [browser, other] = [new Browser(), new Browser()];
    const flash = { kind: "success", key: "account:signOut.done" } as const;
    for (const one of [browser, other]) {
      const session = await one.visit();
      await session.flash(flash);
      one.keep(session);
    }
    const first = idOf(browser);
    expect(first).toBeDefined();
    const again = await browser.visit();
    await again.flash(flash);
    browser.keep(again);
    expect((await browser.visit()).data.flash).toHaveLength(2);
    expect([idOf(browser), idOf(other)]).toEqual([first, expect.not.stringMatching(`^${first}$`)]);
  });
});

describe("a page whose form needs cookies", () => {
  it("tries them with a browser that sent none, and with no other", async () => {
    const first = await new Browser().visit();
    expect(first.tryCookies()).toBe(true);
    expect(first.setCookies).toEqual([expect.stringMatching(/^cookies=/)]);
    const browser = new Browser();
    browser.cookies.set("lng", "en");
    const next = await browser.visit();
    expect([next.tryCookies(), next.setCookies]).toEqual([false, []]);
  });
});

describe("a guest who only looks", () => {
  const recordsAfter = async (work: () => Promise<unknown>): Promise<number> => {
    const create = vi.spyOn(sessionStore(), "create");
    const replace = vi.spyOn(sessionStore(), "replace");
    await work();
    return create.mock.calls.length + replace.mock.calls.length;
  };

  it("is told things, and follows a reset link, without a record in the store", async () => {
    const browser = new Browser();
    const written = await recordsAfter(async () => {
      const session = await browser.visit();
      await thrown(invalidAccess(session));
      await session.update((draft) => {
        draft.reset = { token: "t".repeat(1_900), email: "a@example.com" };
      });
      browser.keep(session);
    });
    expect(written).toBe(0);
    expect([...browser.cookies.keys()]).toEqual(["soria-guest"]);
    expect(browser.cookieHeader.length).toBeLessThan(4_000);
    const next = await browser.visit();
    expect(next.data).toMatchObject({
      flash: [{ key: "errors:invalidAccess" }],
      reset: { email: "a@example.com" },
    });
  });

  it("cannot make or change what is in the cookie, nor keep it for longer than it is good", async () => {
    const browser = await guestWithMessage();
    const [[name, value] = ["", ""]] = browser.cookies;
    // The ciphertext can start with any letter.
    const changed = (value.startsWith("A") ? "B" : "A") + value.slice(1);
    for (const other of ["", "x", value.slice(0, -4), changed]) {
      browser.cookies.set(name, other);
      expect((await browser.visit()).data).toEqual({});
    }
    browser.cookies.set(name, value);
    expect((await browser.visit()).data.flash).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ["Date"] });
    expect((await browser.visit()).data).toEqual({});
  });

  it("begins one session with two forms that are sent at once, and one after the other", async () => {
    const browser = new Browser();
    const looking = await browser.visit();
    await looking.update((draft) => {
      draft.signUp = { stage: "email" };
    });
    browser.keep(looking);
    const forms = await Promise.all([browser.visit(), browser.visit()]);
    let codes = 0;
    await Promise.all(
      forms.map((form) =>
        form.exclusively("sign-up", async () => {
          if (form.data.signUp?.stage === "code") return;
          codes += 1;
          await form.update((draft) => {
            draft.signUp = { stage: "code", email: "a@example.com" };
          });
        }),
      ),
    );
    expect(codes).toBe(1);
    expect(forms.map(({ key }) => key)).toEqual([forms[0].key, forms[0].key]);
    // Whichever response arrives last, the browser has a single session, and the guest cookie is gone.
    for (const form of forms) browser.keep(form);
    expect([...browser.cookies.keys()]).toEqual(["soria"]);
    expect((await browser.visit()).data.signUp?.stage).toBe("code");
  });

  it("has what they were told with them when they sign in", async () => {
    const browser = await guestWithMessage();
    await browser.signIn();
    expect([...browser.cookies.keys()]).toEqual(["soria"]);
    expect((await browser.visit()).data.flash).toMatchObject([{ key: "a:b" }]);
  });
});
