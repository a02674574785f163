/** What every form of the site does with its sender, its input and its failures. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { COOKIE_FIELD, type FormAnswer, LANGUAGE_FIELD, SIGNATURE_FIELD } from "~/domain/form-answer";
import { saidLanguage } from "~/domain/request-language";
import { ApiError } from "#server/errors/api-error";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { defineForm, formNamed, formNames, type SiteForm } from "#server/forms/define-form.server";
import { memberHash } from "#server/forms/form-signature.server";
import { type FormSpec, readSent } from "#server/forms/form-spec.server";
import { log } from "#server/observe/log.server";
import { configureRefresh, getSession } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { Browser, fakeCalls, member } from "../session/support";

const schema = z.object({
  title: z.string({ required_error: "a:missing" }).min(3, "a:short"),
  text: z.string().default(""),
  password: z.string().default(""),
  consent: z.string().default(""),
});
type Spec = FormSpec<typeof schema>;

let count = 0;
/** Defines a form of its own for each test. */
function formWith(change: Partial<Spec> = {}) {
  return defineForm<typeof schema>({
    ...{ name: `form-${(count += 1)}`, schema, fields: ["title", "text", "password", "consent"] },
    ...{ secrets: ["password"], consents: ["consent"], who: "visitor" },
    ...change,
  });
}

const good = { title: "Kite", text: "words" };
const first = member();
const second = member({ id: 8, firstName: "Umi" });

async function signedIn(who = first): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn(who);
  return browser;
}

/** Renders the form for a browser. */
async function opened(form: SiteForm<typeof schema>, browser: Browser, path = "/page") {
  const args = browser.request(path);
  const session = await getSession(args);
  const setup = form.open(session, args.request);
  browser.keep(session);
  return setup;
}

/** Sends fields as a browser does. */
async function sent(browser: Browser, fields: Record<string, string>, path = "/page") {
  const headers = new Headers({ Origin: "http://localhost:3000" });
  if (browser.cookies.size > 0) headers.set("Cookie", browser.cookieHeader);
  const request = new Request(`http://localhost:3000${path}`, {
    ...{ method: "POST", headers, body: new URLSearchParams(fields) },
  });
  return readSent({ request, context: {}, params: {} });
}

interface Answer {
  status: number;
  data: FormAnswer & Record<string, unknown>;
  headers: Headers;
}
async function answerOf(work: Promise<Response>): Promise<Answer> {
  const response = await work;
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  const data = (isJson ? await response.json() : {}) as Answer["data"];
  return { status: response.status, data, headers: response.headers };
}

const done = vi.fn();
beforeEach(() => {
  configureRefresh(fakeCalls().calls);
  done.mockReset();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => configureRefresh());

/** Sends the form and, if it is let through, does the work. */
async function take(
  form: SiteForm<typeof schema>,
  browser: Browser,
  fields: Record<string, string>,
  work: Parameters<typeof form.take>[1] = async (taken) => {
    done(taken.value);
    return taken.done("/next");
  },
): Promise<Answer> {
  const submission = await sent(browser, fields);
  const answer = await answerOf(form.take(submission, work));
  const session = await getSession(submission.args);
  browser.keep(session);
  return answer;
}
/** Sends the form as its page would, with its signature. */
async function press(
  form: SiteForm<typeof schema>,
  browser: Browser,
  fields: Record<string, string> = good,
  work?: Parameters<typeof form.take>[1],
) {
  const { stamp } = await opened(form, browser);
  return take(form, browser, { ...fields, [SIGNATURE_FIELD]: stamp }, work);
}
const messagesOf = async (browser: Browser) =>
  (await (await browser.visit()).takeFlash()).map(({ kind, key }) => `${kind} ${key}`);
const draftOf = async (form: SiteForm<typeof schema>, browser: Browser, path?: string) =>
  (await opened(form, browser, path)).kept?.values;

describe("the setup of a form", () => {
  it("has all that its page needs", async () => {
    const form = formWith({ enter: "send" });
    expect(await opened(form, new Browser())).toEqual({
      ...{ name: form.name, who: "", triesCookies: true, isBound: true, enter: "send", kept: null },
      ...{ fields: ["title", "text", "password", "consent"], keeps: ["title", "text"] },
      stamp: expect.any(String) as string,
    });
    const browser = await signedIn();
    const plain = formWith({ secrets: undefined, consents: undefined, who: "anyone" });
    expect(await opened(plain, browser)).toMatchObject({
      ...{ who: memberHash(first), triesCookies: false, isBound: false, enter: "" },
      keeps: ["title", "text", "password", "consent"],
    });
  });

  it("is found by name", () => {
    const form = formWith();
    expect(formNamed(form.name)).toBe(form);
    expect(formNamed("unknown")).toBeUndefined();
    expect(formNames()).toContain(form.name);
  });
});

describe("a form that is sent by its own visitor", () => {
  it.each(["guest", "member"])("does its work with the checked values: %s", async (who) => {
    const form = formWith();
    const browser = who === "guest" ? new Browser() : await signedIn();
    const answer = await press(form, browser, { ...good, password: "secret", other: "ignored" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/next"]);
    expect(done).toHaveBeenCalledExactlyOnceWith({ ...good, password: "secret", consent: "" });
  });

  it("is answered with its errors and its input, without secrets", async () => {
    const form = formWith();
    const answer = await press(form, new Browser(), { title: "ab", text: "words", password: "secret" });
    expect([answer.status, answer.data.form]).toEqual([400, form.name]);
    expect(answer.data.lastResult).toMatchObject({
      ...{ status: "error", error: { title: ["a:short"] }, initialValue: { title: "ab", text: "words" } },
    });
    expect(JSON.stringify(answer.data)).not.toContain("secret");
    expect(done).not.toHaveBeenCalled();
  });

  it("is checked by the rules for this visitor", async () => {
    const rules = z.object({ ...schema.shape, title: z.string().max(2, "a:long") });
    const form = formWith({ schema: (session) => (session.isSignedIn ? rules : schema) });
    expect((await press(form, new Browser())).status).toBe(303);
    expect((await press(form, await signedIn())).data.lastResult.error).toEqual({ title: ["a:long"] });
  });

  it("knows its button and the language of its screen", async () => {
    const { intent, args } = await sent(new Browser(), { intent: "send", [LANGUAGE_FIELD]: "ko" });
    expect([intent, saidLanguage(args.request)]).toEqual(["send", "ko"]);
    const plain = await sent(new Browser(), {});
    expect([plain.intent, saidLanguage(plain.args.request)]).toEqual(["", undefined]);
  });

  it("from another site is refused", async () => {
    const request = new Request("http://localhost:3000/page", { method: "POST", body: "a=1" });
    const refused = await readSent({ request, context: {}, params: {} }).catch((thrown: unknown) => thrown);
    expect((refused as Response).status).toBe(403);
  });

  it("says so where the browser keeps no cookies, and does nothing", async () => {
    const form = formWith();
    const fields = { ...good, [COOKIE_FIELD]: "tried" };
    const answer = await take(form, new Browser(), fields);
    expect([answer.status, answer.data.lastResult.error]).toEqual([400, { "": ["common:cookies.form"] }]);
    expect(done).not.toHaveBeenCalled();
    expect((await press(form, await signedIn(), fields)).status).toBe(303);
  });
});

describe("the answers of a form's work", () => {
  it("show it again, with more for its page, and nothing secret", async () => {
    const again = await press(formWith(), new Browser(), { ...good, password: "secret" }, async (taken) =>
      taken.again({ step: 2 }),
    );
    expect(again).toMatchObject({ status: 200, data: { step: 2, lastResult: { initialValue: good } } });
    expect(JSON.stringify(again.data)).not.toContain("secret");
    const conflict = await press(formWith(), new Browser(), good, async (taken) => taken.again({}, 409));
    expect(conflict.status).toBe(409);
  });

  it("ask back, and keep the input until the form is done", async () => {
    const form = formWith();
    const browser = await signedIn();
    const asked = await press(form, browser, { ...good, password: "secret" }, async (taken) =>
      taken.ask({ preview: true }),
    );
    expect(asked).toMatchObject({ status: 200, data: { preview: true, lastResult: { initialValue: good } } });
    expect(await draftOf(form, browser)).toEqual(good);
    await press(form, browser, good, async (taken) =>
      taken.done("/next", { kind: "success", key: "a:done" }),
    );
    expect(await draftOf(form, browser)).toBeUndefined();
    expect(await messagesOf(browser)).toEqual(["success a:done"]);
  });

  it("fail with what is given, at its field or as a whole", async () => {
    const failed = await press(formWith(), new Browser(), good, async (taken) =>
      taken.failed(
        { status: 422, headers: { "X-Test": "1" }, fieldErrors: { title: ["a:taken"] } },
        { more: 1 },
      ),
    );
    expect([failed.status, failed.headers.get("X-Test"), failed.data["more"]]).toEqual([422, "1", 1]);
    expect(failed.data.lastResult).toMatchObject({ error: { title: ["a:taken"] }, initialValue: good });
  });

  it("drafts of two pages with one form are kept apart", async () => {
    const form = formWith({ page: (url) => url.pathname });
    const browser = await signedIn();
    const { stamp } = await opened(form, browser, "/one");
    const submission = await sent(browser, { ...good, [SIGNATURE_FIELD]: stamp }, "/one");
    await form.take(submission, (taken) => taken.ask({}));
    browser.keep(await getSession(submission.args));
    expect(await draftOf(form, browser, "/one")).toEqual(good);
    expect(await draftOf(form, browser, "/two")).toBeUndefined();
  });
});

describe("a refusal of the API", () => {
  const refused = ApiError.business("POST /x", Code.USER_LOCKED, null);
  const failing = (error: unknown) => () => Promise.reject(error);

  it("shows the catalogue's message above the form", async () => {
    const answer = await press(formWith(), new Browser(), good, failing(refused));
    expect([answer.status, answer.data.lastResult.error]).toEqual([400, { "": [refused.messageKey] }]);
    expect(answer.data.lastResult.initialValue).toEqual(good);
  });

  it("shows the form's own message where it has one, with a toast where that is specified", async () => {
    const refusal: Spec["refusal"] = ({ code }) =>
      code === Code.USER_LOCKED ? { fieldErrors: { title: ["a:locked"] }, toast: "a:toast" } : undefined;
    const form = formWith({ refusal });
    const browser = await signedIn();
    const answer = await press(form, browser, good, failing(refused));
    expect([answer.status, answer.data.lastResult.error]).toEqual([400, { title: ["a:locked"] }]);
    expect(await messagesOf(browser)).toEqual(["error a:toast"]);
    const other = ApiError.business("POST /x", Code.USER_PENDING, null);
    const plain = await press(form, new Browser(), good, failing(other));
    expect(plain.data.lastResult.error).toEqual({ "": [other.messageKey] });
  });

  it.each([
    [ApiError.noResponse("POST /x", 504, "timeout"), 504],
    [ApiError.http("POST /x", 403), 403],
  ])("keeps the status of a failure: %s", async (error, status) => {
    const answer = await press(formWith(), new Browser(), good, failing(error));
    expect([answer.status, answer.data.lastResult.error]).toEqual([status, { "": [error.messageKey] }]);
  });

  it("does not hide a fault of ours", async () => {
    await expect(press(formWith(), new Browser(), good, failing(new TypeError("ours")))).rejects.toThrow(
      "ours",
    );
  });
});

describe("a form with a rate limit", () => {
  it("is 429 beyond it, says when to try again, and counts valid input alone", async () => {
    const about = vi.fn(({ title }: { title: string }) => ({ email: `${title}@example.com` }));
    const form = formWith({ limit: { name: "reset-password", about } });
    const browser = await signedIn();
    const fields = { ...good, title: `title-${Math.random()}` };
    const { stamp } = await opened(form, browser);
    const send = (change = {}) => take(form, browser, { ...fields, ...change, [SIGNATURE_FIELD]: stamp });
    for (let press = 0; press < 12; press += 1) expect((await send({ title: "ab" })).status).toBe(400);
    expect(about).not.toHaveBeenCalled();
    for (let press = 0; press < 10; press += 1) expect((await send()).status).toBe(303);
    expect(about).toHaveBeenLastCalledWith(expect.objectContaining(fields), expect.anything());
    const refused = await send();
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(refused.status).toBe(429);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(refused.data.lastResult).toMatchObject({
      ...{ error: { "": [`errors:http.429?minutes=60`] }, initialValue: fields },
    });
    expect(done).toHaveBeenCalledTimes(10);
  });

  it("may count where its work decides, with more for the page", async () => {
    const email = `${Math.random()}@example.com`;
    const limited = () =>
      press(formWith(), new Browser(), good, async (taken) => {
        const tooMany = await taken.withinLimit("reset-password", { email }, { step: 2 });
        return tooMany ?? taken.again({});
      });
    for (let time = 0; time < 10; time += 1) expect((await limited()).status).toBe(200);
    expect(await limited()).toMatchObject({ status: 429, data: { step: 2 } });
  });
});

describe("a form that another member's page sends", () => {
  it("does nothing, shows nothing of the input, and is logged", async () => {
    const form = formWith();
    const browser = await signedIn();
    const { stamp } = await opened(form, browser);
    const other = await signedIn(second);
    const info = vi.spyOn(log, "info");
    const answer = await take(form, other, { ...good, [SIGNATURE_FIELD]: stamp });
    expect(answer).toMatchObject({ status: 409, data: { form: form.name, stale: "member" } });
    expect(answer.data.lastResult).toEqual({ status: "error", initialValue: {} });
    expect(info.mock.calls.map(([line]) => line as unknown)).toContainEqual({
      ...{ security: "form-refused", member: 8, what: `${form.name} member` },
    });
    expect(done).not.toHaveBeenCalled();
  });

  it("leads away from a personal page, with the reason", async () => {
    const form = formWith({ away: "/elsewhere" });
    const { stamp } = await opened(form, await signedIn());
    const other = await signedIn(second);
    const answer = await take(form, other, { ...good, [SIGNATURE_FIELD]: stamp });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/elsewhere"]);
    expect((await messagesOf(other))[0]).toMatch(/^alert common:form\.stale\.member\?name=/);
    const released = await take(form, other, { ...good, [SIGNATURE_FIELD]: "a.b.c.d" });
    expect(released).toMatchObject({ status: 409, data: { stale: "release" } });
  });

  it("of a guest who has signed in since shows the guest's own input", async () => {
    const form = formWith();
    const { stamp } = await opened(form, new Browser());
    const answer = await take(form, await signedIn(), {
      ...good,
      password: "s3cret",
      [SIGNATURE_FIELD]: stamp,
    });
    expect(answer).toMatchObject({
      status: 409,
      data: { stale: "member", lastResult: { initialValue: good } },
    });
    expect(JSON.stringify(answer.data)).not.toContain("s3cret");
  });

  it.each(["", "a.b.c.d"])("of an older release is shown again: signature %j", async (stamp) => {
    const form = formWith();
    const answer = await take(form, await signedIn(), { ...good, [SIGNATURE_FIELD]: stamp });
    expect(answer).toMatchObject({
      status: 409,
      data: { stale: "release", lastResult: { initialValue: good } },
    });
  });

  it("does its work for anybody where it is bound to nobody", async () => {
    const form = formWith({ who: "anyone" });
    const { stamp } = await opened(form, await signedIn());
    for (const browser of [new Browser(), await signedIn(second)]) {
      expect((await take(form, browser, { ...good, [SIGNATURE_FIELD]: stamp })).status).toBe(303);
      expect((await take(form, browser, good)).status).toBe(303);
    }
  });

  it("about another address is refused, whoever sends it", async () => {
    let address: string | undefined = "a@example.com";
    const form = formWith({ who: "anyone", about: () => address });
    const { stamp } = await opened(form, await signedIn());
    const browser = await signedIn(second);
    const fields = { ...good, [SIGNATURE_FIELD]: stamp };
    expect((await take(form, browser, fields)).status).toBe(303);
    for (const other of ["b@example.com", undefined]) {
      address = other;
      expect(await take(form, browser, fields)).toMatchObject({ status: 409, data: { stale: "about" } });
    }
    expect(await take(form, browser, good)).toMatchObject({ status: 409, data: { stale: "release" } });
  });

  it("says why to what is no page", async () => {
    const form = formWith();
    const browser = await signedIn();
    const body = new FormData();
    body.set(SIGNATURE_FIELD, (await opened(form, browser)).stamp);
    expect(form.staleFor(await browser.visit(), body)).toBeUndefined();
    expect(form.staleFor(await (await signedIn(second)).visit(), body)).toBe("member");
    expect(form.staleFor(await browser.visit(), new FormData())).toBe("release");
  });
});

describe("a form whose member's session has ended", () => {
  /** Sends the form after the sign-out. @returns the error, and the messages of the next page */
  async function afterSignOut(
    form: SiteForm<typeof schema>,
    fields: Record<string, string>,
    isEnded = false,
  ) {
    const browser = await signedIn();
    const { stamp } = await opened(form, browser);
    if (isEnded) await (await (await signedIn()).visit()).endOthers("password");
    else {
      const session = await browser.visit();
      await session.signOut();
      browser.keep(session);
    }
    const submission = await sent(browser, { ...fields, [SIGNATURE_FIELD]: stamp });
    const error = await form.take(submission, async () => new Response()).catch((thrown: unknown) => thrown);
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
    const { stamp } = await opened(form, new Browser());
    const guest = new Browser();
    const submission = await sent(guest, { ...good, [SIGNATURE_FIELD]: stamp });
    const error = await form.take(submission, async () => new Response()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ backTo: "/page", hasEnded: true });
    guest.keep(await getSession(submission.args));
    expect(await messagesOf(guest)).toEqual(["info account:ended.kept"]);
    const plain = await take(form, new Browser(), good).catch((thrown: unknown) => thrown);
    expect(plain).toMatchObject({ backTo: "/page", hasEnded: false });
  });

  it("is found ended during its work, too", async () => {
    const form = formWith();
    const browser = await signedIn();
    const { stamp } = await opened(form, browser);
    const submission = await sent(browser, { ...good, [SIGNATURE_FIELD]: stamp });
    const error = await form
      .take(submission, async ({ session }) => {
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
    const { stamp } = await opened(form, browser);
    const send = async () => form.take(await sent(browser, { ...good, [SIGNATURE_FIELD]: stamp }), work);
    const work = async ({ session }: { session: { signOut: () => Promise<void> } }) => {
      done();
      await new Promise((resolve) => setTimeout(resolve, 10));
      await session.signOut();
      return new Response();
    };
    const outcomes = await Promise.allSettled([send(), send()]);
    expect(done).toHaveBeenCalledTimes(1);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
