import { PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loader as deniedLoader } from "~/routes/account/access-denied/route";
import { action as changeAction, loader as changeLoader } from "~/routes/account/change-password/route";
import { loader as completeLoader } from "~/routes/account/done/route";
import { action as findAction, loader as findLoader } from "~/routes/account/find-password/route";
import { loader as linkLoader } from "~/routes/account/reset-link/route";
import { action as signInAction, loader as signInLoader } from "~/routes/account/sign-in/route";
import { loader as signUpLoader } from "~/routes/account/sign-up/route";
import { sessionStore } from "#server/store/stores.server";
import { callApi } from "#server/api/api.server";
import { faults, sandbox } from "../../mocks/server";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";

const NEW = "Lantern-7!";
let visitor: Visitor;
beforeEach(() => {
  visitor = new Visitor();
});

async function linkFor(email: string): Promise<string> {
  await visitor.post(findAction, "/find-password", { intent: "send", email });
  const [mail] = await (await sandbox()).mails(email);
  const url = new URL(mail?.link ?? "");
  return url.pathname + url.search;
}

it("a code brings a token for a new password, without a mailed link [A218.1]", async () => {
  const { email, password } = await (await sandbox()).make({});
  await callApi("requestCode", { json: { email: email ?? "", language: "EN" } });
  const [mail] = await (await sandbox()).mails(email ?? "");
  const { token } = await callApi("resetToken", { json: { email: email ?? "", authCode: mail?.code ?? "" } });
  expect(await callApi("resetPassword", { json: { token, password: "Another-2024!" } })).toBe(true);
  expect((await (await sandbox()).signIn(email, password)).result).toBe(1200);
  await expect(
    callApi("resetToken", { json: { email: email ?? "", authCode: "000000" } }),
  ).rejects.toMatchObject({ code: 1006 });
});

describe("find-password", () => {
  it.each([
    ["", "account:find.missing"],
    ["nonsense", "account:find.format"],
    ["nobody@soria.test", "account:find.invalid"],
  ])("%j: %s [A214.2]", async (email, key) => {
    const response = await visitor.post(findAction, "/find-password", { intent: "send", email });
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ email: [key] });
  });

  it("checks while one types, the other way round than the sign-up [A214.2]", async () => {
    const hint = async (email: string) =>
      (await visitor.post(findAction, "/find-password", { intent: "check-email", email })).data.hint;
    expect(await hint("member@soria.test")).toBe("taken");
    expect(await hint("nobody@soria.test")).toBe("free");
  });

  it("says what happened when the hidden field was filled in, and sends at the second press", async () => {
    const { email = "" } = await (await sandbox()).make({});
    const fields = { intent: "send", email: email ?? "", [TRAP_FIELD]: "https://me.example" };
    const response = await visitor.post(findAction, "/find-password", fields);
    expect([response.status, response.location]).toEqual([400, null]);
    expect(response.data.lastResult).toMatchObject({
      error: { "": ["common:form.trap"] },
      initialValue: { email },
    });
    expect(await (await sandbox()).mails(email ?? "")).toEqual([]);
    const again = { ...fields, [PERSON_FIELD]: response.data.person as string };
    expect((await visitor.post(findAction, "/find-password", again)).location).toBe(
      "/find-password/email-sent",
    );
    expect(await (await sandbox()).mails(email ?? "")).toHaveLength(1);
  });

  it("says to try again in five minutes when the API has had too many [A307.1]", async () => {
    const body = { result: 1001, message: "TOO_MANY_REQUESTS", data: null };
    await faults({ path: "/api/auth/forgot-password", body });
    const response = await visitor.post(findAction, "/find-password", { email: "member@soria.test" });
    expect(response.status).toBe(502);
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:invalidAccessForNow" }]);
  });

  it("says that there was a problem when the mail cannot be sent [A319.1]", async () => {
    await faults({ path: "/api/auth/forgot-password", status: 500 });
    const response = await visitor.post(findAction, "/find-password", { email: "member@soria.test" });
    expect(response.status).toBe(502);
    expect(response.data.lastResult.initialValue).toEqual({ email: "member@soria.test" });
    // Shown as a toast, as the specification requires (section 8).
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:requestProblem" }]);
  });
});

describe("the typed address", () => {
  // As in a browser, which has opened the page and with it the trial cookie.
  beforeEach(() => visitor.get(signInLoader, "/sign-in"));
  const email = (loader: Parameters<Visitor["get"]>[0], path: string) =>
    visitor.get(loader, path).then(({ data }) => data.email as string);

  it("goes from the sign-in to the recovery and back, in the session and never in a URL", async () => {
    const response = await visitor.post(signInAction, "/sign-in", {
      intent: "carry",
      email: " taro@gmial.com ",
    });
    expect([response.status, response.location]).toEqual([303, "/find-password"]);
    expect(await email(findLoader, "/find-password")).toBe("taro@gmial.com");
    const back = await visitor.post(findAction, "/find-password", {
      intent: "carry",
      email: "hanako@soria.test",
    });
    expect([back.status, back.location]).toEqual([303, "/sign-in"]);
    expect(await email(signInLoader, "/sign-in")).toBe("hanako@soria.test");
  });

  it.each(["", "   ", "\u200b"])("stays as it was when the field has %j", async (typed) => {
    await visitor.post(signInAction, "/sign-in", { intent: "carry", email: "taro@soria.test" });
    await visitor.post(signInAction, "/sign-in", { intent: "carry", email: typed });
    expect(await email(findLoader, "/find-password")).toBe("taro@soria.test");
  });

  it("is as long as an address may be, and no markup of a hostile one is shown", async () => {
    await visitor.post(signInAction, "/sign-in", { intent: "carry", email: `${"<b>".repeat(3_000)}@a.b` });
    expect(await email(findLoader, "/find-password")).toHaveLength(254);
  });

  it("goes along after a failed sign-in, without scripts too", async () => {
    await visitor.post(signInAction, "/sign-in", { email: "nobody@soria.test", password: "Wrong-2024!" });
    expect(await email(findLoader, "/find-password")).toBe("nobody@soria.test");
  });

  it("is forgotten by the sign-in", async () => {
    const { email: own, password } = await (await sandbox()).make({});
    await visitor.post(signInAction, "/sign-in", { intent: "carry", email: own ?? "" });
    await visitor.post(signInAction, "/sign-in", { email: own ?? "", password });
    expect((await visitor.session()).recovery).toBeUndefined();
  });
});

describe("the page after the mail", () => {
  beforeEach(() => visitor.get(findLoader, "/find-password"));
  const sent = async () => (await visitor.get(completeLoader, "/find-password/email-sent")).data.sent;

  it("says where it was sent, until when it works and from when another can be asked for", async () => {
    const { email = "" } = await (await sandbox()).make({});
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    vi.setSystemTime(Date.parse("2026-11-29T05:00:20Z"));
    await visitor.post(findAction, "/find-password", { intent: "send", email: email ?? "" });
    expect(await sent()).toEqual({ email, until: "14:30", again: "14:06", againInSeconds: 300 });
    vi.setSystemTime(Date.parse("2026-11-29T05:05:20Z"));
    expect(await sent()).toMatchObject({ againInSeconds: 0 });
  });

  it("shows no address to a visitor who has requested no mail", async () => {
    expect(await sent()).toBeNull();
    await visitor.post(signInAction, "/sign-in", { intent: "carry", email: "taro@soria.test" });
    expect(await sent()).toBeNull();
  });
});

describe("the reset link", () => {
  it("leads to an address without the token, and uses nothing up [A042.1 A042.2 P038.2]", async () => {
    const { email } = await (await sandbox()).make({});
    const link = await linkFor(email ?? "");
    // A mail scanner opens the link before the member does.
    await new Visitor().get(linkLoader, link);
    const response = await visitor.get(linkLoader, link);
    // This request carries no cookie yet, so the server cannot know whether the browser accepts cookies.
    expect(response).toMatchObject({ status: 303, location: "/change-password?from=mail" });
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await visitor.get(changeLoader, response.location ?? "")).toMatchObject({
      status: 303,
      location: "/change-password",
    });
    expect((await visitor.get(changeLoader, "/change-password")).data.email).toBe(email);
  });
});

describe("the reset link in a member's session", () => {
  it("of somebody else is not taken, and the member is told", async () => {
    const api = await sandbox();
    const { email: foreign } = await api.make({});
    const { email, password } = await api.make({});
    const link = await linkFor(foreign ?? "");
    await visitor.post(signInAction, "/sign-in", { email: email ?? "", password });
    await visitor.messages();
    expect(await visitor.get(linkLoader, link)).toMatchObject({ status: 303, location: "/" });
    expect((await visitor.session()).reset).toBeUndefined();
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "account:change.otherMember" }]);
    // The member's own link is accepted.
    const own = await linkFor(email ?? "");
    expect(await visitor.get(linkLoader, own)).toMatchObject({ location: "/change-password" });
  });
});

describe("a guest's visits by address", () => {
  it("write nothing into the store", async () => {
    const forged = `x.${btoa('{"email":"a@example.com"}')}.y`;
    const before = await sessionStore().count();
    for (let n = 0; n < 3; n += 1) {
      for (const [loader, path] of [
        [signUpLoader, "/sign-up"],
        [signUpLoader, "/sign-up?step=2"],
        [changeLoader, "/change-password"],
        [completeLoader, "/change-password/complete"],
        [deniedLoader, "/access-denied"],
        [linkLoader, "/wpdnif?token=x"],
        [linkLoader, `/wpdnif?token=${forged}`],
      ] as const) {
        expect([path, (await new Visitor().get(loader, path)).status]).not.toEqual([path, 500]);
      }
    }
    expect(await sessionStore().count()).toBe(before);
  });
});

describe("the new password", () => {
  it.each([false, true])("needs the link first; asked for a link: %j [A022.3]", async (isAsked) => {
    const { email } = await (await sandbox()).make({});
    if (isAsked) await linkFor(email ?? "");
    expect(await visitor.get(changeLoader, "/change-password")).toMatchObject({ location: "/" });
    const post = { password: NEW, passwordConfirm: NEW };
    expect(await visitor.post(changeAction, "/change-password", post)).toMatchObject({ location: "/" });
    expect(await visitor.get(completeLoader, "/change-password/complete")).toMatchObject({ location: "/" });
  });

  it("follows the rules, and the two missing messages [A172.1 A172.2 A172.3 A175.1 A177.3 A178.1 A178.2 A291.1]", async () => {
    const { email } = await (await sandbox()).make({});
    await visitor.get(linkLoader, await linkFor(email ?? ""));
    const send = async (password: string, passwordConfirm: string) =>
      errorsOf(await visitor.post(changeAction, "/change-password", { password, passwordConfirm }));
    expect(await send("", "")).toEqual({ password: ["errors:web.013"], passwordConfirm: ["errors:web.014"] });
    expect(await send("short1!", "short1!")).toEqual({ password: ["account:password.length"] });
    expect(await send("abcdefgh!", "abcdefgh!")).toEqual({ password: ["account:password.digit"] });
    expect(await send("abcdefgh1", "abcdefgh1")).toEqual({ password: ["account:password.special"] });
    const [long, tooLong] = [`Ab1!${"x".repeat(61)}`, ["common:form.tooLong?most=64&count=65"]];
    expect(await send(long, long)).toEqual({ password: tooLong, passwordConfirm: tooLong });
    expect(await send(NEW, "")).toEqual({ passwordConfirm: ["errors:web.014"] });
    expect(await send(NEW, "other")).toEqual({ passwordConfirm: ["account:password.match"] });
  });

  it.each([0, 2])("is not set when the API's data has the result %i [A220.2 A253.1]", async (result) => {
    const { email } = await (await sandbox()).make({});
    await visitor.get(linkLoader, await linkFor(email ?? ""));
    const body = { result: 1, message: "SUCCESS", data: { result } };
    await faults({ path: "/api/auth/reset-password", status: 200, body });
    const response = await visitor.post(changeAction, "/change-password", {
      password: NEW,
      passwordConfirm: NEW,
    });
    expect(response.location).not.toBe("/change-password/complete");
    expect(errorsOf(response)).not.toEqual({});
  });

  it("replaces the old one, unlocks, ends other sessions, and is done once", async () => {
    const api = await sandbox();
    const { email, password } = await api.make({ state: "locked" });
    const link = await linkFor(email ?? "");
    await visitor.get(linkLoader, link);
    const post = { password: NEW, passwordConfirm: NEW };
    const responses = await Promise.all(
      [1, 2].map(() => visitor.post(changeAction, "/change-password", post)),
    );
    const end = "/change-password/complete";
    expect(responses.map(({ location }) => location)).toEqual([end, end]);
    expect((await visitor.get(completeLoader, "/change-password/complete")).status).toBe(200);
    // The back button.
    const back = await visitor.get(changeLoader, "/change-password");
    expect(back.location).toBe("/change-password/complete");
    expect(await visitor.messages()).toEqual([]);
    expect((await api.signIn(email, password)).result).toBe(1200);
    expect((await api.signIn(email, NEW)).result).toBe(1);
    // The link has been used. The page says so before the visitor types anything.
    const later = new Visitor();
    expect(await later.get(linkLoader, link)).toMatchObject({ location: "/find-password" });
    expect(await later.messages()).toMatchObject([{ kind: "alert", key: "account:change.used" }]);
  });

  it("ends the member's sessions elsewhere", async () => {
    const api = await sandbox();
    const { member, refresh } = await api.signedIn({});
    await visitor.get(linkLoader, await linkFor(member.email ?? ""));
    await visitor.post(changeAction, "/change-password", { password: NEW, passwordConfirm: NEW });
    const response = await api.call("/auth/refresh/access-token", { token: refresh });
    expect(response.status === 401 || response.result !== 1).toBe(true);
  });
});
