/** Forms that arrive from another member's page, or after the end of their member's session. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LANGUAGE_FIELD, SIGNATURE_FIELD } from "~/domain/form-setup";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { log } from "#server/observe/log.server";
import { getSession } from "#server/session/session.server";
import { signedIn, Browser, withFakeRefresh } from "../session/support";
import {
  done,
  draftOf,
  first,
  formWith,
  good,
  messagesOf,
  opened,
  second,
  sent,
  take,
  type TestForm,
} from "./form-support";

withFakeRefresh();
beforeEach(() => void done.mockReset());

describe("a form that another member's page sends", () => {
  it("does nothing, shows nothing of the input, and is logged", async () => {
    const form = formWith();
    const browser = await signedIn();
    const { signature } = await opened(form, browser);
    const other = await signedIn(second);
    const info = vi.spyOn(log, "info");
    const response = await take(form, other, { ...good, [SIGNATURE_FIELD]: signature });
    expect(response).toMatchObject({ status: 409, data: { form: form.name, stale: "member" } });
    expect(response.data.lastResult).toEqual({ status: "error", initialValue: {} });
    expect(info.mock.calls.map(([line]) => line as unknown)).toContainEqual({
      ...{ security: "form-refused", member: 8, what: `${form.name} member` },
    });
    expect(done).not.toHaveBeenCalled();
  });

  it("leads away from a personal page, with the reason", async () => {
    const form = formWith({ redirectOthersTo: "/elsewhere" });
    const { signature } = await opened(form, await signedIn());
    const other = await signedIn({ ...second, firstName: "海", lastName: "水野" });
    for (const [lng, name] of [
      ["ja", "水野 海"],
      ["zh", "水野海"],
    ] as const) {
      const fields = { ...good, [SIGNATURE_FIELD]: signature, [LANGUAGE_FIELD]: lng };
      const response = await take(form, other, fields);
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/elsewhere"]);
      const [kind, params] = (await messagesOf(other)).at(-1)?.split("?") ?? [];
      expect([kind, new URLSearchParams(params).get("name")]).toEqual([
        "alert common:form.stale.member",
        name,
      ]);
    }
    const released = await take(form, other, { ...good, [SIGNATURE_FIELD]: "a.b.c.d" });
    expect(released).toMatchObject({ status: 409, data: { stale: "release" } });
  });

  it("of a guest who has signed in since shows the guest's own input", async () => {
    const form = formWith();
    const { signature } = await opened(form, new Browser());
    const response = await take(form, await signedIn(), {
      ...good,
      password: "s3cret",
      [SIGNATURE_FIELD]: signature,
    });
    expect(response).toMatchObject({
      status: 409,
      data: { stale: "member", lastResult: { initialValue: good } },
    });
    expect(JSON.stringify(response.data)).not.toContain("s3cret");
  });

  it.each(["", "a.b.c.d"])("of an older release is shown again: signature %j", async (signature) => {
    const form = formWith();
    const response = await take(form, await signedIn(), { ...good, [SIGNATURE_FIELD]: signature });
    expect(response).toMatchObject({
      status: 409,
      data: { stale: "release", lastResult: { initialValue: good } },
    });
  });

  it("does its work for anybody where it is bound to nobody", async () => {
    const form = formWith({ who: "anyone" });
    const { signature } = await opened(form, await signedIn());
    for (const browser of [new Browser(), await signedIn(second)]) {
      expect((await take(form, browser, { ...good, [SIGNATURE_FIELD]: signature })).status).toBe(303);
      expect((await take(form, browser, good)).status).toBe(303);
    }
  });

  it("about another address is refused, whoever sends it", async () => {
    let address: string | undefined = "a@example.com";
    const form = formWith({ who: "anyone", about: () => address });
    const { signature } = await opened(form, await signedIn());
    const browser = await signedIn(second);
    const fields = { ...good, [SIGNATURE_FIELD]: signature };
    expect((await take(form, browser, fields)).status).toBe(303);
    for (const other of ["b@example.com", undefined]) {
      address = other;
      expect(await take(form, browser, fields)).toMatchObject({ status: 409, data: { stale: "about" } });
    }
    expect(await take(form, browser, good)).toMatchObject({ status: 409, data: { stale: "release" } });
    expect(await take(form, new Browser(), fields)).toMatchObject({ status: 409, data: { stale: "about" } });
  });

  it("is refused with the reason in the page's alert", async () => {
    const form = formWith();
    const browser = await signedIn();
    const body = new FormData();
    body.set(SIGNATURE_FIELD, (await opened(form, browser)).signature);
    expect(form.staleFor(await browser.visit(), body)).toBeUndefined();
    expect(form.staleFor(await (await signedIn(second)).visit(), body)).toBe("member");
    expect(form.staleFor(await browser.visit(), new FormData())).toBe("release");
  });
});

describe("a form whose member's session has ended", () => {
  /** Sends the form after the sign-out. @returns the error, and the messages of the next page */
  async function afterSignOut(form: TestForm, fields: Record<string, string>, isEnded = false) {
    const browser = await signedIn();
    const { signature } = await opened(form, browser);
    if (isEnded) await (await (await signedIn()).visit()).endOthers("password");
    else {
      const session = await browser.visit();
      await session.signOut();
      browser.keep(session);
    }
    const submission = await sent(browser, { ...fields, [SIGNATURE_FIELD]: signature });
    const error = await form
      .handle(submission, async () => new Response())
      .catch((thrown: unknown) => thrown);
    browser.keep(await getSession(submission.args));
    return { browser, error, messages: await messagesOf(browser) };
  }

  it.each(["member", "visitor"] as const)("keeps the input for after the sign-in: who %s", async (who) => {
    const form = formWith({ who });
    const { browser, error, messages } = await afterSignOut(form, { ...good, password: "secret" });
    expect(error).toBeInstanceOf(SignInNeeded);
    expect(error).toMatchObject({ backTo: "/page", hasEnded: true });
    expect(messages).toEqual(["info account:ended.kept"]);
    await browser.signIn(second);
    expect(await draftOf(form, browser)).toBeUndefined();
  });

  it("gives it to the same member", async () => {
    const form = formWith();
    const { browser } = await afterSignOut(form, good);
    await browser.signIn(first);
    expect(await draftOf(form, browser)).toEqual(good);
  });

  it("only says so where nothing was typed", async () => {
    for (const fields of [{}, { title: " ", password: "secret" }]) {
      const { error, messages } = await afterSignOut(formWith(), fields as Record<string, string>);
      expect(error).toBeInstanceOf(SignInNeeded);
      expect(error).toMatchObject({ backTo: "/page", hasEnded: true });
      expect(messages).toEqual(["info account:ended.text"]);
    }
  });

  it("leaves the message of a session that was ended from elsewhere", async () => {
    const { error, messages } = await afterSignOut(formWith(), {}, true);
    expect(error).toBeInstanceOf(SignInNeeded);
    expect(messages).toEqual(["alert account:ended.password"]);
  });

  it("asks a guest to sign in where it is for members", async () => {
    const form = formWith({ who: "member" });
    const { signature } = await opened(form, new Browser());
    const guest = new Browser();
    const submission = await sent(guest, { ...good, [SIGNATURE_FIELD]: signature });
    const error = await form
      .handle(submission, async () => new Response())
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ backTo: "/page", hasEnded: true });
    guest.keep(await getSession(submission.args));
    expect(await messagesOf(guest)).toEqual(["info account:ended.kept"]);
    const plain = await take(form, new Browser(), good).catch((thrown: unknown) => thrown);
    expect(plain).toMatchObject({ backTo: "/page", hasEnded: false });
  });

  it("is found ended during its work, too", async () => {
    const form = formWith();
    const browser = await signedIn();
    const { signature } = await opened(form, browser);
    const submission = await sent(browser, { ...good, [SIGNATURE_FIELD]: signature });
    const error = await form
      .handle(submission, async ({ session }) => {
        await session.signOut();
        throw session.endedError() ?? new Error("not ended");
      })
      .catch((thrown: unknown) => thrown);
    browser.keep(await getSession(submission.args));
    expect(error).toBeInstanceOf(SignInNeeded);
    expect(await messagesOf(browser)).toEqual(["info account:ended.kept"]);
  });
});

describe("a form that ends the member's sessions", () => {
  it("does its work once: a second press finds the session ended", async () => {
    const form = formWith({ endsSessions: true, who: "member" });
    const browser = await signedIn();
    const { signature } = await opened(form, browser);
    const send = async () =>
      form.handle(await sent(browser, { ...good, [SIGNATURE_FIELD]: signature }), work);
    const work = async ({ session }: { session: { signOut: () => Promise<void> } }) => {
      done();
      await nextTurn();
      await session.signOut();
      return new Response();
    };
    const outcomes = await Promise.allSettled([send(), send()]);
    expect(done).toHaveBeenCalledTimes(1);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
