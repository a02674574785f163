import { beforeEach, describe, expect, it } from "vitest";
import { action, loader } from "~/routes/account/sign-up/route";
import { PASSWORD } from "../../mocks/sandbox";
import { sandbox } from "../../mocks/server";
import { errorsOf, Visitor } from "../../setup/visitor";

let visitor: Visitor;
let email: string;
let number = 0;

const send = (intent: string, fields: Record<string, string> = {}) =>
  visitor.post(action, "/sign-up", { intent, ...fields });
const stage = async () => (await visitor.get(loader, "/sign-up")).data.stage as string;
const mails = async () => (await sandbox()).mails(email);
const details = {
  password: PASSWORD,
  passwordConfirm: PASSWORD,
  firstName: "灯",
  lastName: "水野",
  agreement: "on",
};

beforeEach(async () => {
  visitor = new Visitor();
  email = `visitor-${Date.now()}-${number++}@soria.test`;
  await visitor.get(loader, "/sign-up");
});

async function reachDetails() {
  await send("send-code", { email });
  const [mail] = await mails();
  await send("verify", { authCode: mail?.code ?? "" });
  await send("continue");
  expect(await stage()).toBe("details");
}

describe("step 0, the address", () => {
  it.each([
    ["", "account:emailHint.missing"],
    ["   ", "account:emailHint.missing"],
    ["not an address", "account:emailHint.format"],
    ["member@soria.test", "account:emailHint.invalid"],
  ])("%j: %s", async (typed, hint) => {
    const answer = await send("send-code", { email: typed });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual({ email: [hint] });
    expect(await stage()).toBe("email");
  });

  it("sends one code, however often it is pressed", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send("send-code", { email })));
    expect(answers.map(({ location }) => location)).toEqual(["/sign-up", "/sign-up", "/sign-up"]);
    expect(await mails()).toHaveLength(1);
    expect(await stage()).toBe("code");
    // A reload of step 1 sends none.
    await visitor.get(loader, "/sign-up");
    expect(await mails()).toHaveLength(1);
  });

  it("checks an address while it is typed, without going on", async () => {
    expect((await send("check-email", { email })).data.hint).toBe("free");
    expect((await send("check-email", { email: "member@soria.test" })).data.hint).toBe("taken");
    expect(await stage()).toBe("email");
  });

  it("a code asked for elsewhere within the cooldown is Invalid Access", async () => {
    await send("send-code", { email });
    const other = new Visitor();
    await other.get(loader, "/sign-up");
    const answer = await other.post(action, "/sign-up", { intent: "send-code", email });
    expect(answer.location).toBe("/");
    expect(await other.messages()).toMatchObject([{ kind: "alert", key: "errors:invalidAccess" }]);
  });

  it("does nothing for a program that fills in the hidden field", async () => {
    await send("send-code", { email, website: "https://spam.test" });
    expect(await mails()).toHaveLength(0);
    expect(await stage()).toBe("email");
  });
});

describe("step 1, the code", () => {
  beforeEach(() => send("send-code", { email }));

  it.each([
    ["", "account:code.missing"],
    ["12345", "account:code.missing"],
    ["1234567", "account:code.missing"],
    ["12345a", "errors:web.022"],
  ])("%j: %s", async (authCode, key) => {
    expect(errorsOf(await send("verify", { authCode }))).toEqual({ authCode: [key] });
  });

  it("refuses a wrong code and takes the right one, also pasted with a gap", async () => {
    const code = (await mails())[0]?.code ?? "";
    const wrong = code === "111111" ? "222222" : "111111";
    expect(errorsOf(await send("verify", { authCode: wrong }))).toEqual({ authCode: ["errors:web.020"] });
    expect(await send("verify", { authCode: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
      status: 303,
    });
    expect(await stage()).toBe("verified");
    // Pressed again, or resent from a stale tab: it stays verified, and no second code goes out.
    expect((await send("verify", { authCode: "000000" })).status).toBe(303);
    await send("resend");
    expect(await stage()).toBe("verified");
    expect(await mails()).toHaveLength(1);
  });

  it("says that the code has expired after 30 minutes", async () => {
    const code = (await mails())[0]?.code ?? "";
    (await sandbox()).clock.pass(31 * 60_000);
    expect(errorsOf(await send("verify", { authCode: code }))).toEqual({ authCode: ["errors:web.023"] });
  });

  it("sends no other code within five minutes", async () => {
    expect(errorsOf(await send("resend"))).toEqual({ authCode: ["errors:web.024"] });
    expect(await mails()).toHaveLength(1);
  });

  it("goes back to the address, and on again without a second code", async () => {
    await send("change-email");
    expect((await visitor.get(loader, "/sign-up")).data).toMatchObject({ stage: "email", email });
    await send("send-code", { email });
    expect(await stage()).toBe("code");
    expect(await mails()).toHaveLength(1);
  });
});

describe("step 2, the details", () => {
  beforeEach(reachDetails);

  it("says everything that is missing, each at its field", async () => {
    const answer = await send("details");
    expect(errorsOf(answer)).toEqual({
      password: ["account:password.missing"],
      passwordConfirm: ["account:password.confirmMissing"],
      firstName: ["account:name.missing"],
      lastName: ["account:name.missing"],
      agreement: ["account:agreement.missing"],
    });
  });

  it.each([
    [{ password: "Ab1!", passwordConfirm: "Ab1!" }, { password: ["account:password.length"] }],
    [{ password: "abcdefgh!", passwordConfirm: "abcdefgh!" }, { password: ["account:password.digit"] }],
    [{ password: "abcdefgh1", passwordConfirm: "abcdefgh1" }, { password: ["account:password.special"] }],
    [{ passwordConfirm: "other" }, { passwordConfirm: ["account:password.match"] }],
    [{ firstName: "Akari2" }, { firstName: ["account:name.numberForbidden"] }],
    [{ lastName: "水野★" }, { lastName: ["account:name.specialCharacterForbidden"] }],
  ])("%j: %j", async (change, errors) => {
    const answer = await send("details", { ...details, ...change });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(errors);
    // What was typed stays, but no password.
    expect(answer.data.lastResult.initialValue).not.toHaveProperty("password");
    expect(await stage()).toBe("details");
  });

  it("makes one account, however often it is pressed, and the member can sign in", async () => {
    const answers = await Promise.all([1, 2].map(() => send("details", details)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await stage()).toBe("done");
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
  });

  it("keeps the form when the API fails", async () => {
    await (await sandbox()).faults([{ path: "/api/auth/sign-up", status: 500 }]);
    const answer = await send("details", details);
    expect(answer.status).toBe(502);
    expect(errorsOf(answer)).toEqual({ "": ["errors:http.unexpected"] });
    expect(answer.data.lastResult.initialValue.lastName).toBe("水野");
  });
});

it.each(["verify", "resend", "continue", "details", "nonsense"])(
  "%s without an address is Invalid Access",
  async (intent) => {
    expect(await send(intent, details)).toMatchObject({ location: "/" });
    expect(await visitor.messages()).toMatchObject([{ key: "errors:invalidAccess" }]);
  },
);

it("a visit to a later step without an address is Invalid Access", async () => {
  expect(await new Visitor().get(loader, "/sign-up?step=2")).toMatchObject({ location: "/" });
});
