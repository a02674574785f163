/** Forms filled in for one member or address and submitted after another has signed in. */
import { beforeEach, expect, it, vi } from "vitest";
import { action as changePassword } from "~/routes/account/change-password/route";
import { action as findPassword } from "~/routes/account/find-password/route";
import { loader as resetLink } from "~/routes/account/reset-link/route";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { action as profile, loader as profileLoader } from "~/routes/my-page/profile/route";
import { action as terminate } from "~/routes/my-page/terminate/route";
import { action as checkout } from "~/routes/store/checkout/route";
import { action as buy } from "~/routes/store/product/route";
import { action as language } from "~/routes/resources/language";
import { log } from "#server/observe/log.server";
import type { MadeMember } from "#server/sandbox/switches/members";
import { callCounts, sandbox } from "../mocks/server";
import { Visitor } from "../kit/visitors/visitor";
import { itemIn } from "./store-support";

const NEW = "Nightfall-2!";
let visitor: Visitor;
let [first, second]: MadeMember[] = [];

const enter = async (member: MadeMember | undefined) => {
  visitor.cookies.clear();
  const fields = { email: member?.email ?? "", password: member?.password ?? "" };
  expect((await visitor.post(signInAction, "/sign-in", fields)).status).toBe(303);
};

const callsOf = async (member: MadeMember | undefined) => Object.keys(await callCounts(member?.id));

beforeEach(async () => {
  visitor = new Visitor();
  [first, second] = [await (await sandbox()).make({}), await (await sandbox()).make({})];
  await enter(first);
});

it.each([
  ["closing the account", terminate, "/my-page/terminate", { confirm: "on" }, "DELETE /api/users/me"],
  ["the names", profile, "/my-page/profile", { firstName: "A", lastName: "B" }, "PATCH /api/users/me"],
  [
    "the password",
    profile,
    "/my-page/profile",
    { intent: "password", oldPassword: "Soria-2024!", newPassword: NEW, newPasswordConfirm: NEW },
    "PATCH /api/users/me/password",
  ],
] as const)(
  "%s: the form of an old tab does nothing to the member who is signed in now",
  async (_, action, at, fields, call) => {
    const signature = (await visitor.signatureFor(at, "intent" in fields ? fields.intent : "")) ?? "";
    await enter(second);
    const info = vi.spyOn(log, "info");
    const response = await visitor.post(action, at, { ...fields, stamp: signature });
    const form = expect.stringMatching(/^[\w-]+ member$/) as string;
    expect(info.mock.calls.map(([line]) => line as unknown)).toContainEqual({
      security: "form-refused",
      member: second?.id,
      what: form,
    });
    expect(response).toMatchObject({
      status: 409,
      data: { stale: "member", lastResult: { initialValue: {} } },
    });
    expect(await callsOf(second)).not.toContain(call);
    // Rejects signatures that the site did not issue, and another form's signature.
    const other = (await visitor.signatureFor("/store/soria-exchange")) ?? "";
    for (const wrong of ["", "a.b.c.d", other]) {
      const { status } = await visitor.post(action, at, { ...fields, stamp: wrong });
      expect(status).toBe(409);
    }
    expect(await callsOf(second)).not.toContain(call);
  },
);

it.each([
  ["an item", buy, "", { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on" }],
  ["an order", checkout, "/checkout", { customerName: "灯", thirdParty: "on", process: "on" }],
])(
  "%s is not bought by an old tab's form for the member who is signed in now",
  async (_, action, rest, fields) => {
    const id = String(await itemIn(rest === "" ? "SORIA" : "USD"));
    const at = `/store/products/${id}${rest}`;
    const signature = (await visitor.signatureFor(at)) ?? "";
    await enter(second);
    const response = await visitor.post(action, at, { ...fields, stamp: signature }, { id });
    expect(response).toMatchObject({
      status: 409,
      data: { stale: "member", lastResult: { initialValue: {} } },
    });
    expect((await callsOf(second)).filter((call) => /POST .*(store|orders)/.test(call))).toEqual([]);
    const { data } = await visitor.post(action, at, { ...fields, stamp: "a.b.c.d" }, { id });
    expect(data.stale).toBe("release");
  },
);

it("typed names are kept over the end of the session, for the member who typed them only", async () => {
  const fields = { intent: "names", firstName: "灯", lastName: "水野" };
  const signature = (await visitor.signatureFor("/my-page/profile")) ?? "";
  visitor.cookies.clear();
  const response = await visitor.post(profile, "/my-page/profile", { ...fields, stamp: signature });
  expect(response.location).toBe("/sign-in?redirectTo=%2Fmy-page%2Fprofile");
  expect(await visitor.messages()).toMatchObject([{ key: "account:ended.kept" }]);
  const kept = [...visitor.cookies];
  const signIn = { email: first?.email ?? "", password: first?.password ?? "" };
  await visitor.post(signInAction, "/sign-in", signIn);
  const { data } = await visitor.get(profileLoader, "/my-page/profile");
  expect(data.form.draft.values).toEqual({ firstName: "灯", lastName: "水野" });

  expect(kept.length).toBeGreaterThan(0);
  const stranger = new Visitor();
  await stranger.post(profile, "/my-page/profile", { ...fields, stamp: signature });
  await stranger.post(signInAction, "/sign-in", {
    email: second?.email ?? "",
    password: second?.password ?? "",
  });
  expect((await stranger.get(profileLoader, "/my-page/profile")).data.form.draft).toBeNull();
});

it("what was typed goes along into another language, without passwords", async () => {
  const signature = (await visitor.signatureFor("/my-page/profile")) ?? "";
  const typed = { firstName: "灯", lastName: "水野", oldPassword: "secret-1!", stamp: signature, lng: "ko" };
  const response = await visitor.post(
    language,
    "/language?form=names&redirectTo=%2Fmy-page%2Fprofile",
    typed,
  );
  expect(response.location).toBe("/my-page/profile");
  const { data } = await visitor.get(profileLoader, "/my-page/profile");
  expect(data.form.draft.values).toEqual({ firstName: "灯", lastName: "水野" });
  expect(JSON.stringify(await visitor.session())).not.toContain("secret-1!");
});

it("the sign-in stays in the other language, wherever it leads afterwards", async () => {
  visitor.cookies.clear();
  const signature = (await visitor.signatureFor("/sign-in")) ?? "";
  const typed = {
    email: "m@soria.test",
    password: "secret-1!",
    redirectTo: "/dao",
    stamp: signature,
    lng: "ko",
  };
  const page = "/sign-in?redirectTo=%2Fdao";
  const query = new URLSearchParams({ form: "sign-in", redirectTo: page });
  expect((await visitor.post(language, `/language?${query}`, typed)).location).toBe(page);
});

it("two reset links in two tabs: the form of the first one changes no password", async () => {
  const api = await sandbox();
  visitor.cookies.clear();
  const linkOf = async (email: string | null) => {
    await api.call("/auth/forgot-password", { body: { email: email ?? "", language: "EN" } });
    const link = new URL((await api.mails(email ?? ""))[0]?.link ?? "");
    return link.pathname + link.search;
  };
  await visitor.get(resetLink, await linkOf(first?.email ?? ""));
  const signature = (await visitor.signatureFor("/change-password")) ?? "";
  await visitor.get(resetLink, await linkOf(second?.email ?? ""));
  const passwords = { password: NEW, passwordConfirm: NEW };
  const response = await visitor.post(changePassword, "/change-password", { ...passwords, stamp: signature });
  expect(response).toMatchObject({ status: 409, data: { stale: "about" } });
  expect((await api.signIn(second?.email ?? "", NEW)).result).not.toBe(1);
  expect((await api.signIn(first?.email ?? "", NEW)).result).not.toBe(1);
});

it("a form's calls are in the language of its screen, whatever another tab has chosen meanwhile", async () => {
  const api = await sandbox();
  const email = first?.email ?? "";
  visitor.cookies.clear();
  const subjects: string[] = [];
  for (const lang of ["ko", "zh"]) {
    await visitor.post(language, "/language", { lng: "en", redirectTo: "/find-password" });
    const response = await visitor.post(findPassword, "/find-password", { intent: "send", email, lang });
    expect(response.location).toBe("/find-password/email-sent");
    subjects.push((await api.mails(email))[0]?.subject ?? "");
  }
  expect(subjects).toEqual([expect.stringContaining("비밀번호"), expect.stringContaining("密码")]);
});
