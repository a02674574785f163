import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { accountMark } from "#server/observe/security.server";
import {
  applySessionCookie,
  getSession,
  invalidAccess,
  redirectPage,
  redirectTo,
  requireMember,
} from "#server/session/session.server";
import { Browser, refusal, signedIn, thrown, token, withFakeRefresh } from "./support";

withFakeRefresh();

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
