/** The cookies of a session and of a guest: what they hold, how long they last, and what replaces them. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import {
  cookieFor,
  noCookie,
  sessionIdIn,
  setSessionCookies,
  trialCookie,
} from "#server/session/cookie.server";
import {
  fitsGuestCookie,
  guestCookieFor,
  type GuestNote,
  noGuestCookie,
  readGuestState,
} from "#server/session/guest-session-cookie.server";
import type { StoredFlash, SessionData } from "#server/session/session-data";
import { ownForm } from "#server/session/session-records";
import {
  requestPath,
  invalidAccess,
  redirectPage,
  redirectTo,
  withCookie,
} from "#server/session/redirects.server";
import { newSessionId } from "#server/store/encryption.server";

const NOW = Date.UTC(2026, 0, 15);
const message = (id: string, key = "a:b"): StoredFlash => ({ id, kind: "info", key });
const ageOf = (header: string) => Number(/Max-Age=(\d+)/.exec(header)?.[1]);
const requestWith = (Cookie?: string) =>
  new Request("http://localhost:3000/", Cookie === undefined ? {} : { headers: { Cookie } });
const pairOf = (header: string) => header.split(";")[0] ?? "";

afterEach(() => {
  env().siteUrl = undefined;
});

describe("the session cookie", () => {
  it("carries the id, signed, for its life in whole seconds", async () => {
    const id = newSessionId();
    const header = await cookieFor(id, 90_400);
    expect(header).toMatch(/^soria=[^;]+; Max-Age=90; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await sessionIdIn(pairOf(header))).toBe(id);
    expect(await sessionIdIn(`other=1; ${pairOf(header)}`)).toBe(id);
  });

  it.each([undefined, null, "", "soria=", "soria=text", "other=1"])("%j has no session", async (header) => {
    expect(await sessionIdIn(header)).toBeUndefined();
  });

  it("carries nothing but an id: a signed text of another form is none", async () => {
    expect(await sessionIdIn(pairOf(await cookieFor("short", 1_000)))).toBeUndefined();
  });

  it("is deleted with the attributes that it was set with", async () => {
    expect(await noCookie()).toMatch(/^soria=[^;]*; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(noGuestCookie()).toBe("soria-guest=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    env().siteUrl = "https://www.soria.example";
    expect(await noCookie()).toMatch(
      /^__Host-soria=[^;]*; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(noGuestCookie()).toBe("__Host-soria-guest=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax");
  });

  it("is not Secure on http, like that of a guest", async () => {
    env().siteUrl = "http://localhost:3000";
    for (const header of [await noCookie(), noGuestCookie()])
      expect(header).toMatch(/^soria.*HttpOnly; SameSite=Lax$/);
  });

  it("is tried with one that says nothing, secure on https", () => {
    expect(trialCookie()).toBe("cookies=kept; Path=/; HttpOnly; SameSite=Lax");
    env().siteUrl = "http://localhost:3000";
    expect(trialCookie()).toBe("cookies=kept; Path=/; HttpOnly; SameSite=Lax");
    env().siteUrl = "https://www.soria.example";
    expect(trialCookie()).toBe("cookies=kept; Path=/; HttpOnly; SameSite=Lax; Secure");
  });
});

describe("the cookies of a response", () => {
  const expires = "Expires=Thu, 01 Jan 2026 00:00:00 GMT";

  it("keep those of other names, in their order, and lose those that the session replaces", () => {
    const headers = new Headers([
      ["Set-Cookie", `lng=en; ${expires}`],
      ["Set-Cookie", "soria=old; Path=/"],
      ["Set-Cookie", "soria-guest=x"],
    ]);
    setSessionCookies(headers, ["soria=new; Path=/"]);
    expect(headers.getSetCookie()).toEqual([`lng=en; ${expires}`, "soria-guest=x", "soria=new; Path=/"]);
    setSessionCookies(headers, []);
    expect(headers.getSetCookie()).toHaveLength(3);
  });

  it("are told apart where the server joins them to one text", () => {
    const headers = new Headers();
    Object.defineProperty(headers, "getSetCookie", { value: undefined });
    headers.append("Set-Cookie", `lng=en; ${expires}`);
    headers.append("Set-Cookie", "soria=old");
    const appended = vi.spyOn(headers, "append");
    setSessionCookies(headers, ["soria=new"]);
    expect(appended.mock.calls).toEqual([
      ["Set-Cookie", `lng=en; ${expires}`],
      ["Set-Cookie", "soria=new"],
    ]);
    const none = new Headers();
    Object.defineProperty(none, "getSetCookie", { value: undefined });
    setSessionCookies(none, ["soria=new"]);
    expect(none.get("Set-Cookie")).toBe("soria=new");
  });
});

/** A session with a draft whose text has so many characters of one byte. */
const draftOf = (characters: number): SessionData => ({
  kept: [{ form: "inquiry", who: "", values: { message: "x".repeat(characters) }, at: 1 }],
});

describe("a guest's cookie", () => {
  const newNote = (data: SessionData): GuestNote => ({ id: newSessionId(), form: ownForm, data });
  const dataBack = (header: string) => readGuestState(requestWith(pairOf(header)))?.data;

  it.each<[string, SessionData, number]>([
    ["a message, for ten minutes", { flash: [message("m1")] }, 600],
    ["a draft, for an hour", draftOf(100), 3_600],
    ["a reset link's token, for half an hour", { reset: { token: "t", email: "a@example.com" } }, 1_800],
    [
      "a sign-up at its first step, for a day",
      { signUp: { stage: "email" }, flash: [message("m1")] },
      86_400,
    ],
  ])("holds %s", (_, data, seconds) => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    const header = guestCookieFor(newNote(data));
    expect(ageOf(header)).toBe(seconds);
    expect(header).toMatch(/^soria-guest=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(dataBack(header)).toEqual(data);
    vi.setSystemTime(NOW + seconds * 1000 - 1);
    expect(dataBack(header)).toEqual(data);
    vi.setSystemTime(NOW + seconds * 1000);
    expect(dataBack(header)).toBeUndefined();
  });

  it.each<[SessionData, boolean]>([
    [{}, true],
    [
      { flash: [message("m1")], reset: { token: "t", email: "a@example.com" }, signUp: { stage: "email" } },
      true,
    ],
    [{ signUp: { stage: "code" } }, false],
    [{ signUp: { stage: "email", email: "a@example.com" } }, false],
    [{ walletMessage: "text" }, false],
    [{ later: 1 } as SessionData, true],
    [draftOf(100), true],
  ])("has room for %j: %s", (data, fits) => {
    expect(fitsGuestCookie(data)).toBe(fits);
  });

  it("has room for drafts of 2,500 bytes with all that is beside them", () => {
    const bytes = (data: SessionData) => Buffer.byteLength(JSON.stringify(data));
    const characters = 2_500 - bytes(draftOf(0));
    expect(bytes(draftOf(characters))).toBe(2_500);
    expect(fitsGuestCookie(draftOf(characters))).toBe(true);
    expect(fitsGuestCookie(draftOf(characters + 1))).toBe(false);
  });

  it("drops its oldest messages until a browser can keep it", () => {
    const long = (id: string) => ({ ...message(id), params: { text: "x".repeat(1_300) } });
    const reset = { token: "t", email: "a@example.com" };
    const header = guestCookieFor(newNote({ flash: [long("m1"), long("m2"), long("m3")], reset }));
    expect(header.length).toBeLessThan(4_000);
    expect(dataBack(header)?.flash?.map(({ id }) => id)).toEqual(["m3"]);
    expect(dataBack(header)?.reset).toEqual(reset);
    const one = guestCookieFor(
      newNote({ flash: [{ ...message("m1"), params: { text: "x".repeat(4_000) } }], reset }),
    );
    expect(dataBack(one)).toEqual({ reset });
    // No message is left to drop.
    const tooLong = { ...reset, token: "t".repeat(4_000) };
    expect(dataBack(guestCookieFor(newNote({ reset: tooLong })))).toEqual({ reset: tooLong });
  });

  it("is read among others, and only its own", () => {
    const pair = pairOf(guestCookieFor(newNote({ flash: [message("m1")] })));
    const read = (header?: string) => readGuestState(requestWith(header))?.data.flash?.length;
    expect([read(pair), read(`a=b; ${pair}`), read(`a=b;${pair};c=d`)]).toEqual([1, 1, 1]);
    expect([read(), read(""), read(`x${pair}`), read("soria-guest="), read("soria-guest")]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    env().siteUrl = "https://www.soria.example";
    expect([read(pair), read(`__Host-${pair}`)]).toEqual([undefined, 1]);
  });

  it("without a reserved id, or with work that needs a record, is as good as none", () => {
    const read = (note: GuestNote) => dataBack(guestCookieFor(note));
    const note = newNote({ flash: [message("m1")] });
    expect(read(note)).toEqual(note.data);
    expect(read({ ...note, id: "short" })).toBeUndefined();
    expect(read({ ...note, data: { signUp: { stage: "code" } } })).toBeUndefined();
    expect(read({ ...note, form: { form: 2, oldest: 2, unread: {} } })).toBeUndefined();
  });
});

describe("a redirect", () => {
  const session = (...setCookies: string[]) => ({ setCookies });

  it("after a form is 303, with the session's cookies and what else the response says", () => {
    const response = redirectTo(session("soria=new"), "/news", { status: 302, headers: { "X-Test": "1" } });
    expect([response.status, response.headers.get("Location"), response.headers.get("X-Test")]).toEqual([
      303,
      "/news",
      "1",
    ]);
    expect(response.headers.getSetCookie()).toEqual(["soria=new"]);
    expect(withCookie(session("a=b"), new Response()).headers.getSetCookie()).toEqual(["a=b"]);
  });

  it("from a loader loads the whole document", () => {
    const response = redirectPage(session("soria=new"), "/news");
    expect([response.status, response.headers.get("X-Remix-Reload-Document")]).toEqual([303, "true"]);
  });

  it("home says Invalid Access, or why, with a link", async () => {
    const told: unknown[] = [];
    const guest = { ...session(), flash: async (one: unknown) => void told.push(one) };
    const link = { to: "/sign-up", key: "account:signUp.title" };
    for (const leaving of [invalidAccess(guest), invalidAccess(guest, "errors:other", link)])
      expect(await leaving.catch((thrown: unknown) => thrown as Response)).toMatchObject({ status: 303 });
    expect(told).toStrictEqual([
      { kind: "alert", key: "errors:invalidAccess" },
      { kind: "alert", key: "errors:other", link },
    ]);
  });

  it("leads back to an address without Remix's own parameters", () => {
    const of = (path: string) => requestPath(new Request(`http://localhost:3000${path}`));
    expect(of("/news?page=2&_data=routes%2Fnews&index")).toBe("/news?page=2");
    expect(of("/news")).toBe("/news");
  });
});
