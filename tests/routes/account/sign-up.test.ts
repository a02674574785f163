import { PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import { describe, expect, it } from "vitest";
import { action, loader } from "~/routes/account/sign-up/route";
import { faults } from "../../mocks/server";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { details, email, mails, pass, send, stage, useVisitor, visitor } from "./sign-up-support";

useVisitor();

describe("step 0, the address", () => {
  it.each([
    ["", "account:emailHint.missing"],
    ["   ", "account:emailHint.missing"],
    ["not an address", "account:emailHint.format"],
    ["akari", "account:emailHint.format"],
    ["@soria.test", "account:emailHint.format"],
    ["akari@soria", "account:emailHint.format"],
    ["akari@@soria.test", "account:emailHint.format"],
    ["member@soria.test", "account:emailHint.invalid"],
  ])("refuses the address %j with the hint %s [A125.1 A125.2 A214.2 A310.1]", async (typed, hint) => {
    const response = await send("send-code", { email: typed });
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ email: [hint] });
    expect(await stage()).toBe("email");
  });

  it("sends one code, however often it is pressed [A130.1 A130.2 A214.2]", async () => {
    const responses = await Promise.all([1, 2, 3].map(() => send("send-code", { email })));
    expect(responses.map(({ location }) => location)).toEqual(["/sign-up", "/sign-up", "/sign-up"]);
    expect(await mails()).toHaveLength(1);
    expect(await stage()).toBe("code");
    // Reloading step 1 sends no mail.
    await visitor.get(loader, "/sign-up");
    expect(await mails()).toHaveLength(1);
  });

  it("checks an address while it is typed, without going on [A214.2]", async () => {
    expect((await send("check-email", { email })).data.hint).toBe("free");
    expect((await send("check-email", { email: "member@soria.test" })).data.hint).toBe("taken");
    for (const data of ["true", 1, { result: true }, null]) {
      const body = { result: 1, message: "SUCCESS", data };
      await faults({ path: "/api/auth/check-email", status: 200, body });
      expect((await send("check-email", { email })).status, JSON.stringify(data)).toBe(502);
    }
    expect(await stage()).toBe("email");
  });

  it("an address that was entered, changed and entered again goes on with its first code", async () => {
    const other = `other-${email}`;
    await send("send-code", { email });
    await send("change-email");
    await send("send-code", { email: other });
    await send("change-email");
    const back = await send("send-code", { email: email.toUpperCase() });
    expect(back.location).toBe("/sign-up");
    const { data } = await visitor.get(loader, "/sign-up");
    expect(data).toMatchObject({ stage: "code", email: email.toUpperCase() });
    const [mail, ...more] = await mails();
    expect(more, "no second code").toEqual([]);
    await send("verify", { authCode: mail?.code ?? "" });
    expect(await stage()).toBe("verified");

    // After the cooldown, this requests a new code.
    await send("change-email");
    await pass(300_000);
    await send("send-code", { email });
    expect(await mails()).toHaveLength(2);
  });

  it("says that a code was requested in another browser, and takes it here [A318.2]", async () => {
    await send("send-code", { email });
    const other = new Visitor();
    await other.get(loader, "/sign-up");
    const sendOther = (intent: string, fields: Record<string, string>) =>
      other.post(action, "/sign-up", { intent, ...fields });
    expect(await sendOther("send-code", { email })).toMatchObject({ location: "/" });
    const link = { to: "/sign-up", key: "account:code.requestedHave" };
    expect(await other.messages()).toMatchObject([
      { kind: "alert", key: "errors:invalidAccessForNow", link },
    ]);
    const page = await other.get(loader, "/sign-up");
    // Only the browser that requested the code knows how long it is valid.
    expect(page.data).toMatchObject({ stage: "code", email, secondsLeft: null });
    const [mail] = await mails();
    await sendOther("verify", { authCode: mail?.code ?? "" });
    expect((await other.get(loader, "/sign-up")).data.stage).toBe("verified");
    expect(await mails()).toHaveLength(1);
  });

  it("keeps the countdown of a code that this browser has requested", async () => {
    await send("send-code", { email });
    await send("change-email");
    await send("send-code", { email });
    expect((await visitor.get(loader, "/sign-up")).data.secondsLeft).toBeGreaterThan(1790);
  });

  it("does nothing for a program that fills in the hidden field", async () => {
    const response = await send("send-code", { email, [TRAP_FIELD]: "https://spam.test" });
    expect(response.data.lastResult).toMatchObject({
      error: { "": ["common:form.trap"] },
      initialValue: { email },
    });
    expect(await mails()).toHaveLength(0);
    expect(await stage()).toBe("email");
    const person = response.data.person as string;
    await send("send-code", { email, [TRAP_FIELD]: "https://spam.test", [PERSON_FIELD]: person });
    expect(await mails()).toHaveLength(1);
  });
});

it("takes the main action of each step from a form that is submitted without a button", async () => {
  const submit = (fields: Record<string, string>) => visitor.post(action, "/sign-up", fields);
  await visitor.get(loader, "/sign-up");
  await submit({ email });
  const [mail] = await mails();
  expect(await stage()).toBe("code");
  await visitor.post(action, "/sign-up", { authCode: mail?.code ?? "", stamp: await signatureOf("verify") });
  expect(await stage()).toBe("verified");
  await send("continue");
  await visitor.post(action, "/sign-up", { ...details, stamp: await signatureOf("details") });
  expect(await stage()).toBe("done");
});
const signatureOf = async (intent: string) => (await visitor.signatureFor("/sign-up", intent)) ?? "";

it.each(["verify", "resend", "continue", "details", "nonsense"])(
  "%s without an e-mail address in the session is Invalid Access",
  async (intent) => {
    expect(await send(intent, details)).toMatchObject({ location: "/" });
    expect(await visitor.messages()).toMatchObject([{ key: "errors:invalidAccess" }]);
  },
);
