/** What every form of the site does with its input and its failures. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { attachment } from "~/domain/form-fields";
import {
  ATTACHMENT_FIELD,
  ATTACHMENT_NAME_FIELD,
  COOKIE_FIELD,
  LANGUAGE_FIELD,
  SIGNATURE_FIELD,
} from "~/domain/form-setup";
import { ApiError } from "#server/errors/api-error";
import { forms } from "#server/forms/define-form.server";
import { memberHash } from "#server/forms/form-signature.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { getSession } from "#server/session/session.server";
import { Code } from "#server/wire/codes";
import { signedIn, Browser, withFakeRefresh } from "../session/support";
import {
  done,
  draftOf,
  first,
  formWith,
  good,
  messagesOf,
  opened,
  press,
  fields,
  sent,
  type Spec,
  take,
} from "./form-support";

withFakeRefresh();
beforeEach(() => void done.mockReset());

describe("the setup of a form", () => {
  it("has all that its page needs", async () => {
    const form = formWith({ enter: "send" });
    expect(await opened(form, new Browser())).toEqual({
      ...{ name: form.name, who: "", triesCookies: true, isBound: true, enter: "send", draft: null },
      ...{ fields: ["title", "text", "password", "consent"], draftFields: ["title", "text"] },
      signature: expect.any(String) as string,
    });
    const browser = await signedIn();
    const { title, text } = fields;
    const plain = formWith({
      who: "anyone",
      fields: { title, text, password: text, consent: text } as never,
    });
    expect(await opened(plain, browser)).toMatchObject({
      ...{ who: memberHash(first), triesCookies: false, isBound: false, enter: "" },
      draftFields: ["title", "text", "password", "consent"],
    });
  });

  it("is found by name", () => {
    const form = formWith();
    expect(forms.get(form.name)).toBe(form);
    expect(forms.get("unknown")).toBeUndefined();
    expect([...forms.keys()]).toContain(form.name);
  });
});

describe("a form that is sent by its own visitor", () => {
  it.each(["guest", "member"])("does its work with the checked values: %s", async (who) => {
    const form = formWith();
    const browser = who === "guest" ? new Browser() : await signedIn();
    const response = await press(form, browser, { ...good, password: "secret", other: "ignored" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/next"]);
    expect(await messagesOf(browser)).toEqual([]);
    expect(done).toHaveBeenCalledExactlyOnceWith({ ...good, password: "secret", consent: "" });
  });

  it("is answered with its errors and its input, without secrets", async () => {
    const form = formWith();
    const response = await press(form, new Browser(), { title: "ab", text: "words", password: "secret" });
    expect([response.status, response.data.form]).toEqual([400, form.name]);
    expect(response.data.lastResult).toMatchObject({
      ...{ status: "error", error: { title: ["a:short"] }, initialValue: { title: "ab", text: "words" } },
    });
    expect(JSON.stringify(response.data)).not.toContain("secret");
    expect(done).not.toHaveBeenCalled();
  });

  it("is checked by the rules for this visitor", async () => {
    const form = formWith({ check: (_, { isSignedIn }) => (isSignedIn ? { title: "a:long" } : {}) });
    expect((await press(form, new Browser())).status).toBe(303);
    expect((await press(form, await signedIn())).data.lastResult.error).toEqual({ title: ["a:long"] });
  });

  it("knows its button and the language of its screen", async () => {
    const { intent, args } = await sent(new Browser(), { intent: "send", [LANGUAGE_FIELD]: "ko" });
    expect([intent, args.context.language]).toEqual(["send", "ko"]);
    const plain = await sent(new Browser(), {});
    expect([plain.intent, plain.args.context.language]).toEqual(["", undefined]);
  });

  it("from another site is refused", async () => {
    const request = new Request("http://localhost:3000/page", { method: "POST", body: "a=1" });
    const refused = await receiveForm({ request, context: {}, params: {} }).catch(
      (thrown: unknown) => thrown,
    );
    expect((refused as Response).status).toBe(403);
  });

  it("says so where the browser keeps no cookies, and does nothing", async () => {
    const form = formWith();
    const fields = { ...good, [COOKIE_FIELD]: "tried" };
    const response = await take(form, new Browser(), fields);
    expect([response.status, response.data.lastResult.error]).toEqual([400, { "": ["common:cookies.form"] }]);
    expect(done).not.toHaveBeenCalled();
    expect((await press(form, await signedIn(), fields)).status).toBe(303);
  });
});

describe("the answers of a form's work", () => {
  it("show it again, with more for its page, and nothing secret", async () => {
    const again = await press(formWith(), new Browser(), { ...good, password: "secret" }, async (taken) =>
      taken.reshow({ step: 2 }),
    );
    expect(again).toMatchObject({ status: 200, data: { step: 2, lastResult: { initialValue: good } } });
    expect(JSON.stringify(again.data)).not.toContain("secret");
    const conflict = await press(formWith(), new Browser(), good, async (taken) => taken.reshow({}, 409));
    expect(conflict.status).toBe(409);
  });

  it("ask back, and keep the input until the form is done", async () => {
    const form = formWith();
    const browser = await signedIn();
    const asked = await press(form, browser, { ...good, password: "secret" }, async (taken) =>
      taken.confirmFirst({ preview: true }),
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

  it.each([
    ["that has one", { ...fields, picture: attachment({ label: "a:picture" }) }, "kite.png"],
    ["that has none", fields, undefined],
  ])("keep the name of a lost picture in the draft of a form %s", async (_, fields, lost) => {
    const form = formWith({ fields });
    const browser = await signedIn();
    const sentFields = { ...good, [ATTACHMENT_FIELD]: "gone", [ATTACHMENT_NAME_FIELD]: "kite.png" };
    await press(form, browser, sentFields, async (taken) => taken.confirmFirst({}));
    const setup = await opened(form, browser);
    expect([setup.hasFile, setup.draft?.lost]).toEqual([lost && true, lost]);
    expect(setup.fields).toEqual(["title", "text", "password", "consent"]);
  });

  it("drafts of two pages with one form are kept apart", async () => {
    const form = formWith({ page: (url) => url.pathname });
    const browser = await signedIn();
    const { signature } = await opened(form, browser, "/one");
    const submission = await sent(browser, { ...good, [SIGNATURE_FIELD]: signature }, "/one");
    await form.handle(submission, (taken) => taken.confirmFirst({}));
    browser.keep(await getSession(submission.args));
    expect(await draftOf(form, browser, "/one")).toEqual(good);
    expect(await draftOf(form, browser, "/two")).toBeUndefined();
  });
});

describe("a refusal of the API", () => {
  const refused = ApiError.business("POST /x", Code.USER_LOCKED, null);
  const failing = (error: unknown) => () => Promise.reject(error);

  it("shows the catalogue's message above the form", async () => {
    const browser = await signedIn();
    const response = await press(formWith(), browser, good, failing(refused));
    expect([response.status, response.data.lastResult.error]).toEqual([400, { "": [refused.messageKey] }]);
    expect(response.data.lastResult.initialValue).toEqual(good);
    expect(await messagesOf(browser)).toEqual([]);
  });

  it("shows the form's own message where it has one, with a toast where that is specified", async () => {
    const refusal: Spec["refusal"] = ({ code }) =>
      code === Code.USER_LOCKED ? { fieldErrors: { title: ["a:locked"] }, toast: "a:toast" } : undefined;
    const form = formWith({ refusal });
    const browser = await signedIn();
    const response = await press(form, browser, good, failing(refused));
    expect([response.status, response.data.lastResult.error]).toEqual([400, { title: ["a:locked"] }]);
    expect(await messagesOf(browser)).toEqual(["error a:toast"]);
    expect(response.data["isTold"]).toBe(true);
    const other = ApiError.business("POST /x", Code.USER_PENDING, null);
    const plain = await press(form, new Browser(), good, failing(other));
    expect(plain.data.lastResult.error).toEqual({ "": [other.messageKey] });
    expect(plain.data).not.toHaveProperty("isTold");
  });

  it.each([
    [ApiError.noResponse("POST /x", 504, "timeout"), 504],
    [ApiError.http("POST /x", 403), 403],
  ])("keeps the status of a failure: %s", async (error, status) => {
    const response = await press(formWith(), new Browser(), good, failing(error));
    expect([response.status, response.data.lastResult.error]).toEqual([status, { "": [error.messageKey] }]);
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
    const { signature } = await opened(form, browser);
    const send = (change = {}) => take(form, browser, { ...fields, ...change, [SIGNATURE_FIELD]: signature });
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

  it("may count its visitors alone", async () => {
    const form = formWith({ limit: { name: "inquiry" } });
    expect((await press(form, new Browser())).status).toBe(303);
  });

  it("may count where its work decides, with more for the page", async () => {
    const email = `${Math.random()}@example.com`;
    const limited = () =>
      press(formWith(), new Browser(), good, async (taken) => {
        const tooMany = await taken.withinLimit("reset-password", { email }, { step: 2 });
        return tooMany ?? taken.reshow({});
      });
    for (let time = 0; time < 10; time += 1) expect((await limited()).status).toBe(200);
    expect(await limited()).toMatchObject({ status: 429, data: { step: 2 } });
  });
});
