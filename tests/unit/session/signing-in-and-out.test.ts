import { describe, expect, it, vi } from "vitest";
import { getSession, requireMember } from "#server/session/session.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { Browser, member, refusal, signedIn, withFakeRefresh } from "./support";

withFakeRefresh();

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
