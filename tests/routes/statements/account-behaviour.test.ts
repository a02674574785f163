/** What signing out, sign-up, sign-in and a reset link do beyond their pages (docs/specification/statements.csv). */
import { describe, expect, it, vi } from "vitest";
import { action as findAction } from "~/routes/account/find-password/route";
import { loader as linkLoader } from "~/routes/account/reset-link/route";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up/route";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { action as inquiryAction } from "~/routes/support/inquiry/route";
import { faults, sandbox } from "../../mocks/server";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { formOf, guestFields } from "../support/support-forms";
import { memberVisits } from "../my-page/support";
import { answers, respond } from "./mocked-responses";

const DAY = 86_400_000;

describe("signing out", () => {
  it.each<[string, object]>([
    ["refuses [A107.2]", { status: 500 }],
    ["does not answer [A107.3]", { mode: "close" }],
  ])("clears tokens and user while the API %s", async (_, fault) => {
    const { visitor } = await memberVisits();
    expect((await visitor.session()).tokens).toBeDefined();
    const copied = new Visitor();
    for (const [name, value] of visitor.cookies) copied.cookies.set(name, value);
    await faults({ path: "/api/auth/sign-out", ...fault });
    expect(await visitor.post(signOutAction, "/sign-out", {})).toMatchObject({ location: "/" });
    // A copy of the old cookie opens nothing either.
    for (const one of [visitor, copied]) {
      const { tokens: kept, user } = await one.session();
      expect([kept, user]).toEqual([undefined, undefined]);
    }
  });

  it("clears them after a break in which the token has expired, while the API does not answer at all [A107.3]", async () => {
    const { visitor } = await memberVisits();
    await faults({ path: "/api/auth", mode: "close" });
    vi.useFakeTimers({ now: Date.now() + 2 * DAY, toFake: ["Date"] });
    expect((await visitor.session()).tokens).toBeDefined();
    expect(await visitor.post(signOutAction, "/sign-out", {})).toMatchObject({ location: "/" });
    const { tokens: kept, user } = await visitor.session();
    expect([kept, user]).toEqual([undefined, undefined]);
  });

  it("sends the refresh token to the API [A107.1 A213.1]", async () => {
    const { visitor } = await memberVisits();
    const { refreshToken } = (await visitor.session()).tokens ?? {};
    const bodies = respond("post", "/api/auth/sign-out", answers(null));
    await visitor.post(signOutAction, "/sign-out", {});
    expect(bodies).toEqual([{ token: refreshToken }]);
  });
});

describe("sign-up", () => {
  it("sends neither the confirmation nor the agreement, and names without the spaces around them [A181.2 A217.2]", async () => {
    const visitor = new Visitor();
    const email = `behaviour-${Date.now()}@soria.test`;
    const send = (intent: string, fields: Record<string, string> = {}) =>
      visitor.post(signUpAction, "/sign-up", { intent, ...fields });
    await visitor.get(signUpLoader, "/sign-up");
    await send("send-code", { email });
    const [mail] = await (await sandbox()).mails(email);
    await send("verify", { authCode: mail?.code ?? "" });
    await send("continue");
    const bodies = respond("post", "/api/auth/sign-up", answers(null));
    const password = "Soria-2024!";
    await send("details", {
      ...{ password, passwordConfirm: password, agreement: "on" },
      ...{ firstName: "  灯 ", lastName: " 水野　" },
    });
    expect(bodies).toEqual([{ email, password, firstName: "灯", lastName: "水野" }]);
  });

  it("holds one e-mail check with recovery and inquiry [P137.1]", async () => {
    for (const [email, isGood] of [
      ["akari@", false],
      ["a b@soria.test", false],
      ["@soria.test", false],
      ["akari@soria", false],
      [`free-${Date.now()}@soria.test`, true],
      [`free+${Date.now()}@soria.test`, true],
      [`o'free_${Date.now()}@mail.soria.test`, true],
    ] as const) {
      const signUp = new Visitor();
      await signUp.get(signUpLoader, "/sign-up");
      const found = [
        await signUp.post(signUpAction, "/sign-up", { intent: "send-code", email }),
        await new Visitor().post(findAction, "/find-password", { intent: "send", email }),
        await new Visitor().post(inquiryAction, "/support/inquiry", formOf({ ...guestFields, email })),
      ].map((reply) => JSON.stringify(errorsOf(reply)["email"] ?? []));
      const isRefusedForItsForm = found.map((errors) => /[Ff]ormat|web\.017/.test(errors));
      expect(isRefusedForItsForm, email).toEqual(Array(3).fill(!isGood));
    }
  });
});

it("decodes the e-mail of a reset token from its payload [A042.1 A042.2 P038.2 P038.3 P123.1]", async () => {
  const visitor = new Visitor();
  const payload = Buffer.from(JSON.stringify({ email: "someone@soria.test" })).toString("base64url");
  const open = () => visitor.get(linkLoader, `/wpdnif?token=x.${payload}.y`);
  // The token is in no address: neither without a cookie nor with one.
  expect((await open()).location).toBe("/change-password?from=mail");
  expect((await open()).location).toBe("/change-password");
  const { reset } = await visitor.session();
  expect(reset).toMatchObject({ email: "someone@soria.test", token: `x.${payload}.y` });
});
