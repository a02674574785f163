import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { action as changeAction } from "~/routes/account/change-password/route";
import { action as findAction } from "~/routes/account/find-password/route";
import { loader as linkLoader } from "~/routes/account/reset-link/route";
import { action as signInAction } from "~/routes/account/sign-in/route";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up/route";
import { action as walletAction } from "~/routes/account/wallet-message/route";
import { env } from "#server/config/env.server";
import { PASSWORD } from "../../mocks/sandbox";
import { faults, sandbox } from "../../mocks/server";
import { errorsOf, type RouteResponse, Visitor } from "../../kit/visitors/visitor";

let visitor: Visitor;
let email: string;
let number = 0;

/** Sets every rate limit to its minimum, so that the second attempt of each kind is rejected. */
beforeEach(async () => {
  number += 1;
  visitor = new Visitor(`10.9.0.${number}`);
  email = `limits-${Date.now()}-${number}@soria.test`;
  env().rateLimitFactor = 0.001;
  await sandbox();
});
afterEach(() => {
  env().rateLimitFactor = 1;
});

function expectTooMany(response: RouteResponse): void {
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(errorsOf(response)).toEqual({ "": [expect.stringMatching(/^errors:http\.429\?minutes=\d+$/)] });
}

const typed = (response: RouteResponse) => response.data.lastResult.initialValue as Record<string, string>;
const signUp = (intent: string, fields: Record<string, string> = {}) =>
  visitor.post(signUpAction, "/sign-up", { intent, ...fields });

describe("one too many is answered 429 with the wait, and what was typed stays", () => {
  it("sign-in: the address stays, the password does not", async () => {
    const send = () => visitor.post(signInAction, "/sign-in", { email, password: PASSWORD });
    expect((await send()).status).toBe(400);
    const response = await send();
    expectTooMany(response);
    expect(typed(response).email).toBe(email);
    expect(JSON.stringify(response.data)).not.toContain(PASSWORD);
  });

  it("the mail that unlocks", async () => {
    const send = () => visitor.post(signInAction, "/sign-in", { intent: "unlock", email });
    expect((await send()).status).toBe(303);
    const response = await send();
    expectTooMany(response);
    expect(typed(response).email).toBe(email);
  });

  it("check-email, of the sign-up and of the lost password", async () => {
    expect((await signUp("check-email", { email })).data.hint).toBe("free");
    const response = await signUp("check-email", { email });
    expectTooMany(response);
    expect(typed(response).email).toBe(email);
    expectTooMany(await visitor.post(findAction, "/find-password", { intent: "check-email", email }));
  });

  it("request-code, for the first code and for another one", async () => {
    await visitor.get(signUpLoader, "/sign-up");
    await signUp("send-code", { email });
    const session = await visitor.session();
    expect(session.signUp?.stage).toBe("code");
    await signUp("change-email");
    const another = await signUp("send-code", { email: `other-${email}` });
    expectTooMany(another);
    expect(typed(another).email).toBe(`other-${email}`);
    expect(await (await sandbox()).mails(`other-${email}`)).toEqual([]);
  });

  it("verify-code: the digits stay", async () => {
    await visitor.get(signUpLoader, "/sign-up");
    await signUp("send-code", { email });
    const code = (await (await sandbox()).mails(email))[0]?.code;
    const authCode = code === "111111" ? "222222" : "111111";
    expect((await signUp("verify", { authCode })).status).toBe(400);
    const response = await signUp("verify", { authCode });
    expectTooMany(response);
    expect(typed(response).authCode).toBe(authCode);
  });

  it("forgot-password", async () => {
    const member = await (await sandbox()).make({});
    const send = () =>
      visitor.post(findAction, "/find-password", { intent: "send", email: member.email ?? "" });
    expect((await send()).location).toBe("/find-password/email-sent");
    const response = await send();
    expectTooMany(response);
    expect(typed(response).email).toBe(member.email);
  });

  it("reset-password: no password comes back", async () => {
    const member = await (await sandbox()).make({});
    await visitor.post(findAction, "/find-password", { intent: "send", email: member.email ?? "" });
    const link = new URL((await (await sandbox()).mails(member.email ?? ""))[0]?.link ?? "");
    await visitor.get(linkLoader, link.pathname + link.search);
    await faults({ path: "/api/auth/reset-password", status: 500 });
    const fields = { password: "Lantern-7!", passwordConfirm: "Lantern-7!" };
    expect((await visitor.post(changeAction, "/change-password", fields)).status).toBe(502);
    const response = await visitor.post(changeAction, "/change-password", fields);
    expectTooMany(response);
    expect(JSON.stringify(response.data)).not.toContain("Lantern-7!");
  });

  it("the message for a wallet", async () => {
    const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const ask = () => visitor.post(walletAction, "/sign-in/wallet-message", { address, chainId: "1" });
    expect((await ask()).status).toBe(200);
    const response = await ask();
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(response.data.error).toMatch(/^errors:http\.429/);
  });
});

it("counts ten an hour for one e-mail address from one place, and locks nobody out elsewhere", async () => {
  env().rateLimitFactor = 1;
  const member = await (await sandbox()).make({});
  const send = (from: Visitor) => from.post(findAction, "/find-password", { email: member.email ?? "" });
  for (let count = 1; count <= 10; count++)
    expect((await send(visitor)).location).toBe("/find-password/email-sent");
  expectTooMany(await send(visitor));
  expect((await send(new Visitor("10.8.0.1"))).location).toBe("/find-password/email-sent");
});
