import { describe, expect, it } from "vitest";
import { PASSWORD } from "../../mocks/sandbox";
import { withSandbox } from "./support";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const sandbox = withSandbox();

const payload = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

describe("sign-in", () => {
  it("counts wrong passwords, locks at the fifth, mails a link that unlocks [A112.1 A112.2 A334.1]", async () => {
    const { email } = await sandbox.make();
    for (const failed_count of [1, 2, 3, 4]) {
      const response = await sandbox.signIn(email, "wrong-1!aaa");
      expect(response).toMatchObject({ result: 1200, data: { failed_count } });
    }
    expect(await sandbox.signIn(email, "wrong-1!aaa")).toMatchObject({ result: 1201 });
    expect(await sandbox.signIn(email)).toMatchObject({ result: 1117 });

    const [mail] = await sandbox.mails(email ?? "");
    const link = new URL(mail?.link ?? "");
    expect(link.pathname).toBe("/wpdnif");
    const token = link.searchParams.get("token") ?? "";
    expect(payload(token)).toMatchObject({ email });
    const reset = () =>
      sandbox.call("/auth/reset-password", { method: "PATCH", body: { token, password: "New-2025!x" } });
    expect(await reset()).toMatchObject({ result: 1, data: { result: 1 } });
    expect(await reset(), "a link works once").toMatchObject({ result: 1010 });
    expect((await sandbox.signIn(email, "New-2025!x")).result).toBe(1);
    expect((await sandbox.signIn(email)).result).toBe(1200);
  });

  it("counts every one of five at the same moment", async () => {
    const { email } = await sandbox.make();
    const responses = await Promise.all(Array.from({ length: 6 }, () => sandbox.signIn(email, "no")));
    expect(responses.map(({ result }) => result)).toEqual([1200, 1200, 1200, 1200, 1201, 1117]);
  });

  it("says nothing about addresses that it does not know", async () => {
    expect(await sandbox.signIn("nobody@soria.test")).toMatchObject({ result: 0, data: null });
  });

  it("tells a suspended member for how long and why", async () => {
    expect(await sandbox.signIn("suspended@soria.test")).toMatchObject({
      result: 1118,
      data: { duration: { days: 3, hours: 4, minutes: 5 }, reason: expect.stringContaining("Trading") },
    });
  });

  it("cancels a scheduled deletion, until its last moment [A114.1 A335.1]", async () => {
    const { token, member } = await sandbox.signedIn();
    expect((await sandbox.call("/users/me", { method: "DELETE", token })).result).toBe(1);
    const deletionDate = new Date(sandbox.clock.now + 15 * DAY).toISOString();
    expect((await sandbox.call("/users/me", { token })).status, "the session has ended").toBe(401);

    sandbox.clock.pass(15 * DAY - 1);
    const back = await sandbox.signIn(member.email);
    expect(back).toMatchObject({ result: 1, data: { deletionCancelled: true, deletionDate } });
    expect((await sandbox.signIn(member.email)).data.deletionCancelled).toBeUndefined();

    await sandbox.call("/users/me", { method: "DELETE", token: back.data.accessToken });
    sandbox.clock.pass(15 * DAY);
    expect(await sandbox.signIn(member.email)).toMatchObject({ result: 1007 });
  });
});

describe("tokens", () => {
  it("end by the clock: access after 15 minutes, refresh after 14 days", async () => {
    // `exp` is in whole seconds.
    sandbox.clock.now = Math.ceil(sandbox.clock.now / 1000) * 1000;
    const { token, refresh } = await sandbox.signedIn();
    expect(Number(payload(token).exp) * 1000 - sandbox.clock.now).toBe(15 * MINUTE);
    expect(Number(payload(refresh).exp) * 1000 - sandbox.clock.now).toBe(14 * DAY);
    sandbox.clock.pass(15 * MINUTE);
    expect(await sandbox.call("/users/me", { token })).toMatchObject({ status: 401, result: 1016 });

    const renewed = await sandbox.call<{ accessToken: string }>("/auth/refresh/access-token", {
      token: refresh,
    });
    expect((await sandbox.call("/users/me", { token: renewed.data.accessToken })).status).toBe(200);
    const restored = await sandbox.call<{ refreshToken: string }>("/auth/refresh/session", {
      token: refresh,
    });
    sandbox.clock.pass(14 * DAY - 15 * MINUTE);
    expect((await sandbox.call("/auth/refresh/session", { token: refresh })).status).toBe(401);
    const later = await sandbox.call("/auth/refresh/session", { token: restored.data.refreshToken });
    expect(later.status).toBe(200);
  });

  it("bring a new refresh token; the spent one is good for half a minute more, for an answer that was lost", async () => {
    const { refresh } = await sandbox.signedIn();
    const restore = (token: string) =>
      sandbox.call<{ refreshToken: string }>("/auth/refresh/session", { token });
    const first = await restore(refresh);
    expect(first.data.refreshToken).not.toBe(refresh);
    expect((await restore(refresh)).result).toBe(1);
    sandbox.clock.now += 31_000;
    expect((await restore(refresh)).status).toBe(401);
    expect((await sandbox.call("/auth/refresh/access-token", { token: refresh })).status).toBe(401);
    expect((await restore(first.data.refreshToken)).result).toBe(1);
  });

  it.each([["none"], [""], ["a.b.c"], ["refresh"]])("refuses %o as an access token", async (kind) => {
    const { refresh, token } = await sandbox.signedIn();
    const forged = `${token.slice(0, -4)}AAAA`;
    const given = kind === "refresh" ? refresh : kind === "none" ? forged : kind;
    expect((await sandbox.call("/users/me", { token: given })).status).toBe(401);
  });
});

describe("sign-up", () => {
  const details = { password: PASSWORD, firstName: "Ana", lastName: "Ruiz" };
  const request = (email: string) => sandbox.call("/auth/request-code", { body: { email, language: "EN" } });
  const verify = (email: string, authCode: string) =>
    sandbox.call("/auth/verify-code", { body: { email, authCode } });
  const codeOf = async (email: string) => (await sandbox.mails(email))[0]?.code ?? "";

  it("needs a verified address, and makes a member", async () => {
    const email = "ana@soria.test";
    const signUp = () => sandbox.call("/auth/sign-up", { body: { email, ...details } });
    expect((await sandbox.call("/auth/check-email", { body: { email } })).data).toBe(false);
    expect((await signUp()).result).toBe(1006);
    expect((await request(email)).result).toBe(1);
    expect((await signUp()).result).toBe(1006);
    expect((await verify(email, await codeOf(email))).data).toEqual({ result: 1 });
    const both = await Promise.all([signUp(), signUp()]);
    expect(both.map(({ result }) => result)).toEqual([1, 1009]);
    expect((await sandbox.call("/auth/check-email", { body: { email: "ANA@soria.test" } })).data).toBe(true);
    expect((await sandbox.signIn(email)).result).toBe(1);
  });

  it("sends a second code after five minutes, not before", async () => {
    const email = "cool@soria.test";
    await request(email);
    const first = await codeOf(email);
    sandbox.clock.pass(5 * MINUTE - 1);
    expect((await request(email)).result).toBe(1001);
    sandbox.clock.pass(1);
    expect((await request(email)).result).toBe(1);
    const second = await codeOf(email);
    if (first !== second) expect((await verify(email, first)).result).toBe(1006);
    expect((await verify(email, second)).result).toBe(1);
  });

  it("keeps a code for thirty minutes", async () => {
    const email = "late@soria.test";
    await request(email);
    const code = await codeOf(email);
    sandbox.clock.pass(30 * MINUTE - 1);
    expect((await verify(email, code)).result).toBe(1);
    sandbox.clock.pass(1);
    expect((await verify(email, code)).result).toBe(1008);
  });

  it("does not let anyone try all codes", async () => {
    const email = "guess@soria.test";
    await request(email);
    const code = await codeOf(email);
    for (let i = 0; i < 20; i += 1) await verify(email, code === "000000" ? "000001" : "000000");
    expect((await verify(email, code)).result).toBe(1006);
  });

  it.each([
    ["password", { password: "short1!" }, 1115],
    ["password", { password: "no-digits-here!" }, 1115],
    ["password", { password: "NoSpecial123" }, 1115],
    ["name", { firstName: "R2D2" }, 1116],
    ["name", { lastName: " " }, 1116],
  ])("refuses a wrong %s %o", async (_field, wrong, code) => {
    const body = { email: "x@soria.test", ...details, ...wrong };
    expect(await sandbox.call("/auth/sign-up", { body })).toMatchObject({ status: 400, result: code });
  });
});

describe("recovery", () => {
  it("ends the member's sessions, and its link after thirty minutes", async () => {
    const { member, token, refresh } = await sandbox.signedIn();
    const email = member.email ?? "";
    const forgot = (address: string) =>
      sandbox.call("/auth/forgot-password", { body: { email: address, language: "JA" } });
    const reset = async () => {
      const [mail] = await sandbox.mails(email);
      const resetToken = new URL(mail?.link ?? "").searchParams.get("token");
      return () =>
        sandbox.call("/auth/reset-password", {
          method: "PATCH",
          body: { token: resetToken, password: "Other-9!x" },
        });
    };
    expect((await forgot("nobody@soria.test")).result).toBe(1015);
    await forgot(email);
    const late = await reset();
    sandbox.clock.pass(30 * MINUTE);
    expect((await late()).result).toBe(1016);
    await forgot(email);
    expect((await (await reset())()).result).toBe(1);
    expect((await sandbox.call("/auth/refresh/session", { token: refresh })).status).toBe(401);
    expect((await sandbox.call("/users/me", { token })).status).toBe(401);
  });
});
