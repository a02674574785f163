import { PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { action as signInAction } from "~/routes/account/sign-in/route";
import { action, loader } from "~/routes/account/sign-up/route";
import { PASSWORD } from "../../mocks/sandbox";
import { sandbox } from "../../mocks/server";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { madeTo, receive } from "../statements/received";

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

/** Advances the clocks of both the site and the sandbox. */
async function pass(ms: number) {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });
  (await sandbox()).clock.pass(ms);
}

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
  ])("refuses the address %j with the hint %s [A125.1 A125.2 A310.1]", async (typed, hint) => {
    const response = await send("send-code", { email: typed });
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ email: [hint] });
    expect(await stage()).toBe("email");
  });

  it("sends one code, however often it is pressed [A130.1 A130.2]", async () => {
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

  it("refuses an address that is none", async () => {
    expect(errorsOf(await send("send-code", { email: "no address" }))).toEqual({
      email: ["account:emailHint.format"],
    });
    expect(await stage()).toBe("email");
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

describe("step 1, the code", () => {
  beforeEach(() => send("send-code", { email }));

  it.each([
    ["", "errors:web.021"],
    ["12345", "account:code.incomplete"],
    ["1234567", "account:code.incomplete"],
    ["12345a", "errors:web.022"],
  ])(
    "refuses the code %j with the message %s [A166.1 A166.2 A295.1 A296.1 A312.1]",
    async (authCode, key) => {
      expect(errorsOf(await send("verify", { authCode }))).toEqual({ authCode: [key] });
    },
  );

  it("refuses a wrong code and takes the right one, also pasted with a gap [A167.1 A294.1]", async () => {
    const code = (await mails())[0]?.code ?? "";
    const wrong = code === "111111" ? "222222" : "111111";
    expect(errorsOf(await send("verify", { authCode: wrong }))).toEqual({ authCode: ["errors:web.020"] });
    expect(await send("verify", { authCode: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
      status: 303,
    });
    expect(await stage()).toBe("verified");
    // A second submission, or a resend from a stale tab, keeps the address verified and sends no second code.
    expect((await send("verify", { authCode: "000000" })).status).toBe(303);
    await send("resend");
    expect(await stage()).toBe("verified");
    expect(await mails()).toHaveLength(1);
  });

  it.each([0, 2])("refuses a right code that the API answers with %i [A167.1]", async (result) => {
    const authCode = (await mails())[0]?.code ?? "";
    const body = { result: 1, message: "SUCCESS", data: { result } };
    await (await sandbox()).faults([{ path: "/api/auth/verify-code", status: 200, body }]);
    expect(errorsOf(await send("verify", { authCode }))).toEqual({ authCode: ["errors:web.020"] });
    expect(await stage()).toBe("code");
  });

  it("says that the code has expired after 30 minutes [A132.1 A169.1 A297.1]", async () => {
    const code = (await mails())[0]?.code ?? "";
    (await sandbox()).clock.pass(30 * 60_000);
    expect(errorsOf(await send("verify", { authCode: code }))).toEqual({ authCode: ["errors:web.023"] });
  });

  it("sends no other code within five minutes [A170.1 A298.1]", async () => {
    expect(errorsOf(await send("resend"))).toEqual({ authCode: ["errors:web.024"] });
    expect(await mails()).toHaveLength(1);
  });

  it.each([
    [299_000, { authCode: ["errors:web.024"] }, 1],
    [301_000, {}, 2],
  ])("asked for another code after %i ms, says %j [A338.1]", async (ms, errors, count) => {
    await pass(ms);
    expect(errorsOf(await send("resend"))).toEqual(errors);
    expect(await mails()).toHaveLength(count);
  });

  it.each([0, 2])("is not verified when the API's data has the result %i [A216.2]", async (result) => {
    const body = { result: 1, message: "SUCCESS", data: { result } };
    await (await sandbox()).faults([{ path: "/api/auth/verify-code", status: 200, body }]);
    const authCode = (await mails())[0]?.code ?? "";
    expect(errorsOf(await send("verify", { authCode }))).toEqual({ authCode: ["errors:web.020"] });
    expect(await stage()).toBe("code");
  });

  it("says until when the code works, and from when another one can be asked for, until that is due", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-29T05:00:20Z"), toFake: ["Date"] });
    await send("change-email");
    await send("send-code", { email: `times-${email}` });
    const shown = async () => (await visitor.get(loader, "/sign-up")).data.sent;
    // Rounded to minutes so that both times are true: down for the end, up for the next request.
    expect(await shown()).toEqual({ until: "14:30", again: "14:06", againInSeconds: 300 });
    vi.setSystemTime(Date.parse("2026-11-29T05:04:50Z"));
    expect(await shown()).toEqual({ until: "14:30", again: "14:06", againInSeconds: 30 });
    vi.setSystemTime(Date.parse("2026-11-29T05:05:20Z"));
    expect(await shown()).toEqual({ until: "14:30", again: "14:06", againInSeconds: 0 });
  });

  it("keeps what stands in the field when another code is asked for too early", async () => {
    const response = await send("resend", { authCode: "12a" });
    expect(errorsOf(response)).toEqual({ authCode: ["errors:web.024"] });
    expect(response.data.lastResult.initialValue.authCode).toBe("12a");
  });

  it("sends another code after five minutes, says so, and counts its half hour from now [A170.2 A215.1 A314.1]", async () => {
    const first = (await mails())[0]?.code ?? "";
    await pass(5 * 60_000);
    const before = (await visitor.get(loader, "/sign-up")).data.secondsLeft;
    expect(before).toBe(25 * 60);
    const received = receive();
    const responses = await Promise.all([1, 2].map(() => send("resend")));
    expect(madeTo(received, "/api/auth/request-code").map(({ body }) => body)).toEqual([
      { email, language: "JA" },
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await mails()).toHaveLength(2);
    expect(await visitor.messages()).toMatchObject([{ kind: "info", key: "account:code.resent" }]);
    expect((await visitor.get(loader, "/sign-up")).data.secondsLeft).toBe(30 * 60);
    const second = (await mails())[0]?.code ?? "";
    if (first !== second) expect((await send("verify", { authCode: first })).status).toBe(400);
    expect((await send("verify", { authCode: second })).status).toBe(303);
  });

  it("alerts that another code could not be sent, and stays [A317.1]", async () => {
    await pass(5 * 60_000);
    await (await sandbox()).faults([{ path: "/api/auth/request-code", status: 500 }]);
    expect(await send("resend")).toMatchObject({ status: 303, location: "/sign-up" });
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "account:code.resendFailed" }]);
    expect(await stage()).toBe("code");
  });

  it.each([
    ["TOO_MANY_REQUESTS", "[A318.1]"],
    ["any other text", "[A318.2]"],
  ])("1001 for a code, with %s, is Invalid Access, for five minutes %s", async (message) => {
    await pass(5 * 60_000);
    const body = { result: 1001, message, data: null };
    await (await sandbox()).faults([{ path: "/api/auth/request-code", status: 400, body }]);
    expect(await send("resend")).toMatchObject({ location: "/" });
    const link = { to: "/sign-up", key: "account:code.requestedHave" };
    expect(await visitor.messages()).toMatchObject([
      { kind: "alert", key: "errors:invalidAccessForNow", link },
    ]);
  });

  it("takes no digits that were typed for another address, in a tab that is behind", async () => {
    const code = (await mails())[0]?.code ?? "";
    const signature = (await visitor.signatureFor("/sign-up", "verify")) ?? "";
    await send("change-email");
    await send("send-code", { email: `other-${email}` });
    for (const intent of ["verify", "resend"]) {
      const response = await send(intent, { authCode: code, stamp: signature });
      expect(response).toMatchObject({ status: 409, data: { stale: "about" } });
    }
    expect(await stage()).toBe("code");
  });

  it("goes back to the address, and on again without a second code", async () => {
    await send("change-email");
    expect((await visitor.get(loader, "/sign-up")).data).toMatchObject({ stage: "email", email });
    await send("send-code", { email: email.toUpperCase() });
    expect(await stage()).toBe("code");
    expect(await mails()).toHaveLength(1);
  });
});

describe("step 2, the details", () => {
  beforeEach(reachDetails);

  it("says everything that is missing, each at its field [A185.1 A299.1 A307.3]", async () => {
    const response = await send("details");
    expect(errorsOf(response)).toEqual({
      password: ["account:password.missing"],
      passwordConfirm: ["account:password.confirmMissing"],
      firstName: ["errors:web.026"],
      lastName: ["errors:web.027"],
      agreement: ["account:agreement.missing"],
    });
  });

  it("says everything that is wrong at once, at the names and at the password", async () => {
    const response = await send("details", { password: "abcdefgh1", firstName: "2", agreement: "no" });
    expect(errorsOf(response)).toEqual({
      password: ["account:password.special"],
      passwordConfirm: ["account:password.confirmMissing"],
      firstName: ["account:name.numberForbidden"],
      lastName: ["errors:web.027"],
      agreement: ["account:agreement.missing"],
    });
  });

  it.each([
    [{ firstName: "   " }, { firstName: ["errors:web.026"] }],
    [{ firstName: "灯🏮" }, { firstName: ["account:name.specialCharacterForbidden"] }],
    [{ lastName: "<b>" }, { lastName: ["account:name.specialCharacterForbidden"] }],
    [
      { password: `Ab1!${"x".repeat(61)}`, passwordConfirm: `Ab1!${"x".repeat(61)}` },
      {
        password: ["common:form.tooLong?most=64&count=65"],
        passwordConfirm: ["common:form.tooLong?most=64&count=65"],
      },
    ],
    [{ password: "Ab1!".repeat(20) }, { password: ["common:form.tooLong?most=64&count=80"] }],
    [{ password: "😀😀😀1!", passwordConfirm: "😀😀😀1!" }, { password: ["account:password.length"] }],
    [{ password: "Ab1!", passwordConfirm: "Ab1!" }, { password: ["account:password.length"] }],
    [{ password: "abcdefgh!", passwordConfirm: "abcdefgh!" }, { password: ["account:password.digit"] }],
    [{ password: "abcdefgh1", passwordConfirm: "abcdefgh1" }, { password: ["account:password.special"] }],
    [{ passwordConfirm: "other" }, { passwordConfirm: ["account:password.match"] }],
    [{ passwordConfirm: "" }, { passwordConfirm: ["account:password.confirmMissing"] }],
    [{ agreement: "" }, { agreement: ["account:agreement.missing"] }],
    [{ lastName: "" }, { lastName: ["errors:web.027"] }],
    [{ firstName: "Akari2" }, { firstName: ["account:name.numberForbidden"] }],
    [{ lastName: "水野２" }, { lastName: ["account:name.numberForbidden"] }],
    [{ lastName: "水野★" }, { lastName: ["account:name.specialCharacterForbidden"] }],
  ])(
    "%j: %j [A172.1 A172.2 A172.3 A175.1 A177.3 A178.2 A181.1 A182.1 A183.1 A184.1 A185.1 A185.2]",
    async (change, errors) => {
      const response = await send("details", { ...details, ...change });
      expect(response.status).toBe(400);
      expect(errorsOf(response)).toEqual(errors);
      // The input is kept, except for the password.
      expect(response.data.lastResult.initialValue).not.toHaveProperty("password");
      expect(await stage()).toBe("details");
    },
  );

  it("goes back to another address, and makes no account for it from a form of the first", async () => {
    const signature = (await visitor.signatureFor("/sign-up", "details")) ?? "";
    await send("change-email");
    expect(await stage()).toBe("email");
    const other = `other-${email}`;
    await send("send-code", { email: other });
    const [mail] = await (await sandbox()).mails(other);
    await send("verify", { authCode: mail?.code ?? "", email: other });
    await send("continue");
    const stale = await send("details", { ...details, stamp: signature });
    expect(stale).toMatchObject({ status: 409, data: { stale: "about" } });
    expect(stale.data.lastResult.initialValue.lastName).toBe("水野");
    expect((await send("details", { ...details, email: other })).status).toBe(303);
    expect((await (await sandbox()).signIn(other)).result).toBe(1);
    expect((await (await sandbox()).signIn(email)).result).toBe(0);
  });

  it.each(["一〇", "佐々木", "マリー・アン", "김", "Anne-Marie", "O’Brien", "ｱｶﾘ", "𠮷田", "山田　花子"])(
    "takes the name %s",
    async (lastName) => {
      expect((await send("details", { ...details, lastName })).status).toBe(303);
      expect(await stage()).toBe("done");
    },
  );

  it("begins again at 1001, an address that is taken [A292.1]", async () => {
    const body = { result: 1001, message: "EMAIL_DUPLICATION", data: null };
    await (await sandbox()).faults([{ path: "/api/auth/sign-up", body }]);
    expect(await send("details", details)).toMatchObject({ status: 303, location: "/sign-up" });
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "errors:web.016" }]);
  });

  it("begins again when the address was registered meanwhile", async () => {
    await (await sandbox()).make({ email });
    expect(await send("details", details)).toMatchObject({ status: 303, location: "/sign-up" });
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "errors:web.016" }]);
    expect((await visitor.get(loader, "/sign-up")).data).toMatchObject({ stage: "email", email });
  });

  it("is Invalid Access when the session has ended meanwhile, and makes no account", async () => {
    visitor.cookies.clear();
    expect(await send("details", details)).toMatchObject({ location: "/" });
    expect((await (await sandbox()).signIn(email)).result).toBe(0);
  });

  it("makes one account, however often it is pressed, and the member can sign in", async () => {
    const responses = await Promise.all([1, 2].map(() => send("details", details)));
    // Either response may be the one that the browser shows, so neither may be Invalid Access.
    expect(responses.map(({ location }) => location)).toEqual(["/sign-up", "/sign-up"]);
    expect(await visitor.messages()).toEqual([]);
    expect(await stage()).toBe("done");
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
  });

  it("goes on when another tab has signed in meanwhile, and leaves that member signed in", async () => {
    const other = await (await sandbox()).make();
    await visitor.post(signInAction, "/sign-in", { email: other.email ?? "", password: other.password });
    expect(await stage()).toBe("details");
    expect((await send("details", details)).status).toBe(303);
    expect(await stage()).toBe("done");
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
    expect((await visitor.session()).user?.email).toBe(other.email);
  });

  it("keeps the form when the API fails", async () => {
    await (await sandbox()).faults([{ path: "/api/auth/sign-up", status: 500 }]);
    const response = await send("details", details);
    expect(response.status).toBe(502);
    expect(errorsOf(response)).toEqual({ "": ["errors:http.unexpected"] });
    expect(response.data.lastResult.initialValue.lastName).toBe("水野");
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

it("a visit to a later step without an address is Invalid Access", async () => {
  expect(await new Visitor().get(loader, "/sign-up?step=2")).toMatchObject({ location: "/" });
});

it("is not shown to a member who has begun none", async () => {
  const { email, password } = await (await sandbox()).make();
  await visitor.post(signInAction, "/sign-in", { email: email ?? "", password });
  expect(await visitor.get(loader, "/sign-up")).toMatchObject({ status: 303, location: "/" });
});
