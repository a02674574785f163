import { beforeEach, describe, expect, it, vi } from "vitest";
import { loader } from "~/routes/account/sign-up/route";
import { faults, sandbox } from "../../mocks/server";
import { errorsOf } from "../../kit/visitors/visitor";
import { madeTo, receive } from "../statements/received";
import { email, mails, pass, send, stage, useVisitor, visitor } from "./sign-up-support";

useVisitor();

describe("step 1, the code", () => {
  beforeEach(() => send("send-code", { email }));

  it.each([
    ["", "errors:web.021"],
    ["12345", "account:code.incomplete"],
    ["1234567", "account:code.incomplete"],
    ["12345a", "errors:web.022"],
  ])(
    "refuses the code %j with the message %s [A166.1 A166.2 A295.1 A296.1 A307.3 A312.1]",
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

  it.each([0, 2])(
    "refuses a right code that the API answers with %i [A126.1 A167.1 A216.2 A253.1]",
    async (result) => {
      const authCode = (await mails())[0]?.code ?? "";
      const body = { result: 1, message: "SUCCESS", data: { result } };
      await faults({ path: "/api/auth/verify-code", status: 200, body });
      expect(errorsOf(await send("verify", { authCode }))).toEqual({ authCode: ["errors:web.020"] });
      expect(await stage()).toBe("code");
    },
  );

  it("says that the code has expired after 30 minutes [A132.1 A169.1 A297.1]", async () => {
    const code = (await mails())[0]?.code ?? "";
    (await sandbox()).clock.pass(30 * 60_000);
    expect(errorsOf(await send("verify", { authCode: code }))).toEqual({ authCode: ["errors:web.023"] });
  });

  it.each([
    [299_000, { authCode: ["errors:web.024"] }, 1],
    [301_000, {}, 2],
  ])("asked for another code after %i ms, says %j [A170.1 A298.1 A338.1]", async (ms, errors, count) => {
    await pass(ms);
    expect(errorsOf(await send("resend"))).toEqual(errors);
    expect(await mails()).toHaveLength(count);
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
    await faults({ path: "/api/auth/request-code", status: 500 });
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
    await faults({ path: "/api/auth/request-code", status: 400, body });
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
