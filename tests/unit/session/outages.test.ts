/** Session requests while the store does not respond, and errors that are bugs. */
import { describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { log } from "#server/observe/log.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { Browser, token, withFakeRefresh, signedIn } from "./support";

const down = new StoreUnavailable("down");
const bug = new TypeError("bug");
const DAY = 86_400_000;

withFakeRefresh();

const signedInForLong = () => signedIn({ accessToken: token(864_000), refreshToken: token(864_000) });
const fail = (method: "get" | "replace" | "listOf", error: Error) =>
  vi.spyOn(sessionStore(), method).mockRejectedValue(error);

describe("while the store does not respond", () => {
  it("signs a member in although their other sessions cannot be counted", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    fail("listOf", down);
    expect((await signedInForLong()).cookies.has("soria")).toBe(true);
    expect(warn).toHaveBeenCalledWith({ reason: "down" }, expect.stringContaining("counted"));
  });

  it("shows a page to a member whose session cannot be prolonged", async () => {
    const browser = await signedInForLong();
    vi.useFakeTimers({ now: Date.now() + 2 * DAY, toFake: ["Date"] });
    fail("replace", down);
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const session = await browser.visit();
    expect([session.isSignedIn, session.setCookies]).toEqual([true, []]);
    expect(warn).toHaveBeenCalledWith({ reason: "down" }, expect.stringContaining("prolonged"));
  });

  it("sends a page whose messages cannot be deleted, with its cookies, and shows them again", async () => {
    const browser = await signedInForLong();
    await (await browser.visit()).flash({ kind: "info", key: "a:b" });
    vi.useFakeTimers({ now: Date.now() + 2 * DAY, toFake: ["Date"] });
    const args = browser.request();
    expect(await (await getSession(args)).takeFlash()).toHaveLength(1);
    fail("replace", down);
    const headers = new Headers();
    await applySessionCookie(headers, args.context);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^soria=/)]);
    vi.restoreAllMocks();
    expect(await (await browser.visit()).takeFlash()).toHaveLength(1);
  });

  it("has no session for any loader of a request, and sets no cookie", async () => {
    const args = (await signedInForLong()).request();
    fail("get", down);
    await expect(getSession(args)).rejects.toBe(down);
    vi.restoreAllMocks();
    await expect(getSession(args)).rejects.toBe(down);
    const headers = new Headers();
    await applySessionCookie(headers, args.context);
    // Nor does a request whose loaders need no session.
    await applySessionCookie(headers, {});
    expect(headers.getSetCookie()).toEqual([]);
  });
});

it("a member whose record no secret opens is told once that the session has ended", async () => {
  vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const browser = await signedInForLong();
  const key = (await browser.visit()).key ?? "";
  const stored = await sessionStore().get(key);
  if (!stored) throw new Error("no record");
  await sessionStore().replace(key, stored.version, { ...stored, payload: new Uint8Array([1, 2, 3]) });
  const guest = await new Browser().visit();
  await guest.flash({ kind: "info", key: "a:b" });
  browser.keep(guest);
  const session = await browser.visit();
  browser.keep(session);
  expect(session.data.flash).toMatchObject([{ key: "a:b" }, { kind: "error", key: "errors:http.401" }]);
  expect([...browser.cookies.keys()]).toEqual(["soria-guest"]);
});

describe("an error that is a bug is thrown", () => {
  it("when a session is read or prolonged", async () => {
    const browser = await signedInForLong();
    vi.useFakeTimers({ now: Date.now() + 2 * DAY, toFake: ["Date"] });
    for (const method of ["get", "replace"] as const) {
      fail(method, bug);
      await expect(browser.visit()).rejects.toBe(bug);
      vi.restoreAllMocks();
    }
  });

  it("when a member's sessions are counted, or shown messages are deleted", async () => {
    const browser = await signedInForLong();
    await (await browser.visit()).flash({ kind: "info", key: "a:b" });
    const args = browser.request();
    await (await getSession(args)).takeFlash();
    fail("replace", bug);
    await expect(applySessionCookie(new Headers(), args.context)).rejects.toBe(bug);
    fail("listOf", bug);
    await expect(signedInForLong()).rejects.toBe(bug);
  });
});
