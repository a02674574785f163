import { setImmediate as nextTurn } from "node:timers/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { accountMark } from "#server/observe/security.server";
import { errorResponse } from "#server/web/error-response.server";
import {
  applySessionCookie,
  getSession,
  invalidAccess,
  redirectPage,
  redirectTo,
  requireMember,
} from "#server/session/session.server";
import { readGuestState } from "#server/session/guest-session-cookie.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
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
  Unreachable,
  withFakeRefresh,
  withResolvers,
} from "./support";

withFakeRefresh();

async function thrown(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("nothing was thrown"),
    (error: unknown) => error,
  );
}

/** Returns the response to a thrown error. */
async function refusal(work: Promise<unknown>): Promise<Response> {
  const error = await thrown(work);
  const response = error instanceof Response ? error : errorResponse(error, {});
  if (!response) throw error;
  return response;
}

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

describe("signing in and out", () => {
  it("sets an httpOnly, SameSite=Lax cookie without a token in it", async () => {
    const browser = new Browser();
    const response = member();
    const session = await browser.signIn(response);
    expect(session.setCookies[0]).toMatch(/^soria=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(session.setCookies[0] ?? "")).not.toContain(response.accessToken);
    expect(session.setCookies).toHaveLength(1);
    expect((await browser.visit()).user).toMatchObject({ id: 7, firstName: "Sora" });
  });

  it("keeps nothing of the answer but tokens and user", async () => {
    const browser = new Browser();
    await browser.signIn({ ...member(), deletionCancelled: true } as ReturnType<typeof member>);
    expect(Object.keys((await browser.visit()).user ?? {})).not.toContain("deletionCancelled");
  });

  it("gives a new id, and the one from before is worth nothing (fixation)", async () => {
    const attacker = new Browser();
    const planted = await attacker.visit();
    await planted.update((draft) => {
      draft.sentInquiry = { publicId: "1", email: "a@example.com" };
      draft.flash = [{ id: "1", kind: "info", key: "errors:invalidAccess" }];
    });
    attacker.keep(planted);
    const before = attacker.cookieHeader;

    const victim = new Browser();
    victim.cookies.set("soria", [...attacker.cookies.values()][0] ?? "");
    const session = await victim.signIn();
    expect(victim.cookieHeader).not.toBe(before);
    expect(await session.takeFlash()).toHaveLength(1);
    expect((await attacker.visit()).data).toEqual({});
  });

  it("makes old cookies worthless at sign-out, and takes the cookie away", async () => {
    const browser = await signedIn();
    const old = new Browser();
    old.cookies.set("soria", [...browser.cookies.values()][0] ?? "");
    const session = await browser.visit();
    await session.signOut();
    expect(session.setCookies[0]).toMatch(/^soria=; Max-Age=0; Path=\//);
    expect(session.isSignedIn).toBe(false);
    expect((await old.visit()).isSignedIn).toBe(false);
  });

  it("can leave a message after sign-out, in a session of its own", async () => {
    const browser = await signedIn();
    const session = await browser.visit();
    await session.signOut();
    await session.flash({ kind: "success", key: "account:signOut.done" });
    browser.keep(session);
    const next = await browser.visit();
    expect(next.isSignedIn).toBe(false);
    expect(await next.takeFlash()).toMatchObject([{ key: "account:signOut.done" }]);
  });

  it("ends the member's other sessions and no one else's", async () => {
    const [here, there, other] = [await signedIn(), await signedIn(), await signedIn({ id: 8 })];
    const session = await here.visit();
    const copied = here.cookieHeader;
    expect(await session.endOthers("password")).toBeGreaterThanOrEqual(1);
    // This session continues under a new id; a copy of its old cookie is rejected.
    here.keep(session);
    expect(here.cookieHeader).not.toBe(copied);
    const thief = new Request("http://localhost:3000/", { headers: { Cookie: copied } });
    expect((await getSession({ request: thief, context: {} })).isSignedIn).toBe(false);
    expect((await here.visit()).isSignedIn).toBe(true);
    const ended = await there.visit();
    expect([ended.isSignedIn, ended.data.user]).toEqual([false, undefined]);
    expect(await ended.takeFlash()).toMatchObject([{ key: "account:ended.password" }]);
    expect((await other.visit()).isSignedIn).toBe(true);
  });

  it("are listed with their device, the one that asks first; the mark is not the key", async () => {
    const who = { id: "lists" };
    const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
    const [here, there] = [await signedIn(who), await signedIn(who, phone)];
    await signedIn({ id: "another" });
    const session = await here.visit();
    const all = await session.listAll();
    expect(all).toMatchObject([
      { isThis: true, signedIn: {} },
      { isThis: false, signedIn: { browser: "Safari", system: "iPhone" } },
    ]);
    const marks = all.map(({ mark }) => mark);
    expect(new Set([...marks, session.key]).size).toBe(3);
    expect((await there.visit()).key).not.toContain(marks[1]);
    expect((await (await there.visit()).listAll()).map(({ mark }) => mark)).toEqual(marks.reverse());
    expect(await new Browser().visit().then((guest) => guest.listAll())).toEqual([]);
  });

  it("are ended one by one, by their own member alone, and once", async () => {
    const who = { id: "ends" };
    const [here, there, other] = [
      await signedIn(who),
      await signedIn(who),
      await signedIn({ id: "stranger" }),
    ];
    const session = await here.visit();
    const [own, theirs] = (await session.listAll()).map(({ mark }) => mark);
    const [strangers] = (await (await other.visit()).listAll()).map(({ mark }) => mark);
    const key = (await there.visit()).key ?? "";
    for (const wrong of [strangers, own, key, "", "x".repeat(64)]) {
      expect(await session.endOther(wrong ?? "")).toBe(false);
    }
    for (const one of [here, there, other]) expect((await one.visit()).isSignedIn).toBe(true);
    // Of two concurrent calls, only one ends the session.
    const both = await Promise.all([session.endOther(theirs ?? ""), session.endOther(theirs ?? "")]);
    expect(both.sort()).toEqual([false, true]);
    expect(await session.endOther(theirs ?? "")).toBe(false);
    for (const [one, isIn] of [
      [here, true],
      [there, false],
      [other, true],
    ] as const) {
      expect((await one.visit()).isSignedIn).toBe(isIn);
    }
  });

  it("that was ended from elsewhere is told so once, with what was typed, and never prolonged", async () => {
    const [here, there] = [await signedIn({ id: "told" }), await signedIn({ id: "told" })];
    const before = await there.visit();
    const typed = { form: "names", who: "mark", values: { firstName: "灯" }, at: Date.now() };
    await before.flash({ kind: "success", key: "support:sent" });
    await before.update((draft) => {
      draft.kept = [typed];
    });
    const late = await there.visit();
    const mark = (await (await here.visit()).listAll())[1]?.mark ?? "";
    expect(await (await here.visit()).endOther(mark)).toBe(true);
    // A concurrent request that read the session earlier does not restore the member's data.
    await late.setUser({ firstName: "Back" });
    expect(late.isSignedIn).toBe(false);
    const refused = await refusal(requireMember(there.request("/my-page")));
    // Reloads the whole document, so that the message is shown.
    expect((refused as Response).headers.get("X-Remix-Reload-Document")).toBe("true");
    const ended = await there.visit();
    expect(ended.data).toEqual({
      ended: true,
      flash: [{ id: expect.any(String) as string, kind: "alert", key: "account:ended.elsewhere" }],
      kept: [typed],
    });
    expect(ended.setCookies).toEqual([]);
    await ended.takeFlash();
    await ended.forgetTaken();
    there.keep(ended);
    expect((await there.visit()).data).toEqual({ kept: [typed] });
  });

  it("tell why to whoever comes by the cookie of before, as after a second press; two presses at once end it once", async () => {
    for (const reason of ["elsewhere", "password", "closed"] as const) {
      const [here, copy] = [await signedIn({ id: `pressed ${reason}` }), new Browser()];
      copy.cookies.set("soria", [...here.cookies.values()][0] ?? "");
      const [one, two] = [await here.visit(), await copy.visit()];
      await one.endOthers(reason);
      here.keep(one);
      await expect(two.endOthers(reason)).rejects.toBeInstanceOf(SignInNeeded);
      expect(two.setCookies).toEqual([]);
      expect((await here.visit()).isSignedIn).toBe(true);
      expect((await copy.visit()).data).toMatchObject({
        ended: true,
        flash: [{ key: `account:ended.${reason === "elsewhere" ? "renewed" : reason}` }],
      });
    }
  });

  it("are a hundred at most: one more ends the one that was not used for longest", async () => {
    const who = { id: "many" };
    vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ["Date"] });
    const first = await signedIn(who);
    vi.useRealTimers();
    const second = await signedIn(who);
    for (let n = 0; n < 98; n += 1) await signedIn(who);
    expect(await (await second.visit()).listAll()).toHaveLength(100);
    await signedIn(who);
    expect(await (await second.visit()).listAll()).toHaveLength(100);
    const ended = await first.visit();
    expect(await ended.takeFlash()).toMatchObject([{ key: "account:ended.many" }]);
  });
});

describe("update", () => {
  it("loses no write of parallel requests", async () => {
    const browser = await signedIn();
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const session = await browser.visit();
        await session.update((draft) => {
          if (draft.user) draft.user.pointAmount = (draft.user.pointAmount ?? 0) + 1;
        });
      }),
    );
    expect((await browser.visit()).user?.pointAmount).toBe(31);
  });

  it("takes no notice of what the change returns", async () => {
    const browser = await signedIn();
    const session = await browser.visit();
    await session.update((draft) => (draft.signUp = { stage: "email" }));
    await session.update((draft) => delete draft.flash);
    const { data } = await browser.visit();
    expect(data.signUp).toEqual({ stage: "email" });
    expect(data.user?.id).toBe(7);
  });

  it("of two loaders of one request begins one session", async () => {
    const browser = new Browser();
    const args = browser.request();
    const [one, two] = await Promise.all([getSession(args), getSession(args)]);
    expect(one).toBe(two);
    await Promise.all([
      one.flash({ kind: "info", key: "errors:invalidAccess" }),
      two.flash({ kind: "info", key: "errors:requestProblem" }),
    ]);
    browser.keep(one);
    expect(await (await browser.visit()).takeFlash()).toHaveLength(2);
  });

  it("does not bring a signed-out session back, and sets no cookie then", async () => {
    const browser = await signedIn();
    const slow = await browser.visit();
    await (await browser.visit()).signOut();
    await slow.update((draft) => {
      if (draft.user) draft.user.firstName = "Late";
    });
    await slow.flash({ kind: "info", key: "errors:invalidAccess" });
    expect(slow.isSignedIn).toBe(false);
    expect(slow.setCookies).toEqual([]);
    expect((await browser.visit()).data).toEqual({});
  });

  it("runs exclusive work one after the other, with the newest data", async () => {
    const browser = await signedIn();
    let inside = 0;
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const session = await browser.visit();
        await session.exclusively("buy", async () => {
          inside += 1;
          expect(inside).toBe(1);
          const points = session.user?.pointAmount ?? 0;
          await nextTurn();
          await session.setUser({ pointAmount: points + 1 });
          inside -= 1;
        });
      }),
    );
    expect((await browser.visit()).user?.pointAmount).toBe(11);
  });
});

describe("messages", () => {
  it("are forgotten when the page goes out, and not before", async () => {
    const browser = new Browser();
    const first = await browser.visit();
    await first.flash({ kind: "alert", key: "errors:invalidAccess", params: { n: 1 } });
    browser.keep(first);
    // A redirect reads the messages but displays no page.
    expect(await (await browser.visit()).takeFlash()).toHaveLength(1);
    const args = browser.request();
    const shown = await (await getSession(args)).takeFlash();
    expect(shown).toMatchObject([{ kind: "alert", key: "errors:invalidAccess", params: { n: 1 } }]);
    const headers = new Headers({ "Set-Cookie": "lng=ja" });
    await applySessionCookie(headers, args.context);
    // A guest's message is stored in the cookie, which is deleted with it.
    expect(headers.getSetCookie()).toEqual(["lng=ja", expect.stringMatching(/^soria-guest=; Max-Age=0;/)]);
    for (const header of headers.getSetCookie()) browser.keepHeader(header);
    expect(await (await browser.visit()).takeFlash()).toEqual([]);
  });

  it("that come while a page is made stay for the next", async () => {
    const browser = new Browser();
    const first = await browser.signIn();
    await first.flash({ kind: "info", key: "a:one" });
    const args = browser.request();
    const session = await getSession(args);
    await session.takeFlash();
    await (await browser.visit()).flash({ kind: "info", key: "a:two" });
    await applySessionCookie(new Headers(), args.context);
    expect(await (await browser.visit()).takeFlash()).toMatchObject([{ key: "a:two" }]);
  });

  it("are at most ten", async () => {
    const session = await new Browser().visit();
    for (let n = 0; n < 14; n += 1) await session.flash({ kind: "info", key: `a:${n}` });
    expect((await session.takeFlash()).map(({ key }) => key)).toEqual(
      Array.from({ length: 10 }, (_, n) => `a:${n + 4}`),
    );
  });

  it("go with redirects, whose cookie replaces an earlier one of the session", async () => {
    const browser = new Browser();
    const session = await browser.visit();
    const error = (await thrown(invalidAccess(session))) as Response;
    expect(error.status).toBe(303);
    expect(error.headers.get("Location")).toBe("/");
    expect(error.headers.get("X-Remix-Reload-Document")).toBe("true");
    expect(error.headers.getSetCookie()).toEqual([...session.setCookies]);
    const response = redirectTo(session, "/news", {
      headers: [
        ["Set-Cookie", "lng=en; Path=/"],
        ["Set-Cookie", "soria-guest=old"],
      ],
    });
    expect(response.headers.getSetCookie()).toEqual(["lng=en; Path=/", ...session.setCookies]);
    expect(redirectPage(await new Browser().visit(), "/x").headers.getSetCookie()).toEqual([]);
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

describe("the security log", () => {
  it("tells which member ended sessions, and nothing else of them", async () => {
    const info = vi.spyOn(log, "info");
    const here = await signedIn({ id: 4711 });
    await signedIn({ id: 4711 });
    await (await here.visit()).endOthers("password");
    const lines = info.mock.calls.map(([line]) => line as unknown).filter((line) => typeof line === "object");
    expect(lines).toEqual([{ security: "sessions-ended", member: 4711, what: "password", count: 1 }]);
    expect(accountMark("Member@soria.test ")).toBe(accountMark("member@soria.test"));
    expect(accountMark("member@soria.test")).toMatch(/^[\w-]{16}$/);
  });
});

describe("requireMember", () => {
  it("lets members pass", async () => {
    const browser = await signedIn();
    expect((await requireMember(browser.request("/my-page"))).user?.id).toBe(7);
  });

  it("sends visitors to sign in and back, in place of the page", async () => {
    const error = await refusal(
      requireMember(new Browser().request("/my-page/history?page=2&index&_data=routes%2Fx")),
    );
    expect(error.status).toBe(303);
    expect(error.headers.get("Location")).toBe("/sign-in?redirectTo=%2Fmy-page%2Fhistory%3Fpage%3D2");
    expect(error.headers.get("X-Remix-Replace")).toBe("true");
    expect(error.headers.getSetCookie()).toEqual([]);
  });

  it("tells a member whose session has expired, once", async () => {
    const browser = await signedIn({ accessToken: token(-5), refreshToken: token(-5) });
    const error = await refusal(requireMember(browser.request("/my-page/profile")));
    expect(error.headers.get("Location")).toBe("/sign-in?redirectTo=%2Fmy-page%2Fprofile");
    expect(error.headers.get("X-Remix-Reload-Document")).toBe("true");
    const args = browser.request("/sign-in");
    const session = await getSession(args);
    expect(session.isSignedIn).toBe(false);
    expect(await session.takeFlash()).toMatchObject([{ kind: "error", key: "errors:http.401" }]);
    await applySessionCookie(new Headers(), args.context);
    expect((await browser.visit()).data).toEqual({});
  });
});

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
  ])("are restored when the access token %s [A105.1]", async (_, accessToken) => {
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
