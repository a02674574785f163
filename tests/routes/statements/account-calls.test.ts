/** Calls for sessions, accounts and members as they leave the site (docs/specification/statements.csv). */
import { expect, it } from "vitest";
import { callApi } from "#server/api/api.server";
import * as auth from "#server/api/auth.server";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { bearer, expectSent, type Sent, tokens } from "./sent-calls";

it("looks at the result in every call but those of governance [A246.1 A246.2 A246.3 A253.1]", () => {
  const all: WireCall[] = Object.values(calls);
  for (const { path, ignoresResult } of all)
    expect(ignoresResult === true, path).toBe(path.startsWith("/dao"));
});

it.each<[title: string, call: () => Promise<unknown>, sent: Sent]>([
  [
    "sign-in: e-mail, password, language and WEB [A010.1 A186.4 A212.1 A212.2]",
    () => auth.signIn({ email: "a@b.co", password: "p", language: "KO" }),
    {
      line: "POST /api/auth/sign-in",
      body: { email: "a@b.co", password: "p", language: "KO", platform: "WEB" },
    },
  ],
  [
    "wallet sign-in: WEB [A010.1]",
    () => auth.walletSignIn({ message: "m", signature: "0x1", language: "EN" }),
    {
      line: "POST /api/auth/wallet/sign-in",
      body: { message: "m", signature: "0x1", language: "EN", platform: "WEB" },
    },
  ],
  [
    "sign-out: the refresh token as its field, authenticated [A107.1 A213.1]",
    () => auth.signOut({ accessToken: "access", refreshToken: "refresh" }),
    { line: "POST /api/auth/sign-out", body: { token: "refresh" }, bearer },
  ],
  [
    "e-mail check: the e-mail alone [A203.2 A214.1]",
    () => callApi("checkEmail", { json: { email: "a@b.co" } }),
    { line: "POST /api/auth/check-email", body: { email: "a@b.co" } },
  ],
  [
    "code request: e-mail and language [A215.1]",
    () => callApi("requestCode", { json: { email: "a@b.co", language: "ZH" } }),
    { line: "POST /api/auth/request-code", body: { email: "a@b.co", language: "ZH" } },
  ],
  [
    "code check: e-mail and authCode [A216.1]",
    () => callApi("verifyCode", { json: { email: "a@b.co", authCode: "123456" } }),
    { line: "POST /api/auth/verify-code", body: { email: "a@b.co", authCode: "123456" } },
  ],
  [
    "sign-up: e-mail, password and both names",
    () => callApi("signUp", { json: { email: "a@b.co", password: "p", firstName: "f", lastName: "l" } }),
    {
      line: "POST /api/auth/sign-up",
      body: { email: "a@b.co", password: "p", firstName: "f", lastName: "l" },
    },
  ],
  [
    "reset mail: e-mail and language [A219.1]",
    () => callApi("forgotPassword", { json: { email: "a@b.co", language: "JA" } }),
    { line: "POST /api/auth/forgot-password", body: { email: "a@b.co", language: "JA" } },
  ],
  [
    "reset: password and token [A220.1]",
    () => callApi("resetPassword", { json: { password: "p", token: "t" } }),
    { line: "PATCH /api/auth/reset-password", body: { password: "p", token: "t" } },
  ],
  [
    "session refresh: WEB, with the refresh token as bearer [A010.1 A105.2 A221.1 A221.2]",
    () => auth.refreshSession("refresh"),
    { line: "GET /api/auth/refresh/session?platform=WEB", bearer: "refresh" },
  ],
  [
    "token refresh: the refresh token as bearer [A222.1]",
    () => callApi("refreshAccessToken", { bearer: "refresh" }),
    { line: "GET /api/auth/refresh/access-token", bearer: "refresh" },
  ],
  [
    "own account: no parameter [A203.1 A224.1]",
    () => callApi("profile", { tokens }),
    { line: "GET /api/users/me", bearer },
  ],
  [
    "history: six query parameters [A084.1 A224.1 A226.1]",
    () =>
      callApi("history", {
        tokens,
        query: {
          currencyType: "soria-plus",
          transactionType: "ALL",
          from: "2026-11-01",
          to: "2026-11-08",
          page: 2,
          size: 20,
        },
      }),
    {
      line: "GET /api/users/me/history?currencyType=soria-plus&transactionType=ALL&from=2026-11-01&to=2026-11-08&page=2&size=20",
      bearer,
    },
  ],
  [
    "names: firstName and lastName only [A224.1]",
    () => callApi("updateProfile", { tokens, json: { firstName: "f", lastName: "l" } }),
    { line: "PATCH /api/users/me", body: { firstName: "f", lastName: "l" }, bearer },
  ],
  [
    "password: the old and the new one [A224.1 A228.1]",
    () => callApi("changePassword", { tokens, json: { oldPassword: "o", newPassword: "n" } }),
    { line: "PATCH /api/users/me/password", body: { oldPassword: "o", newPassword: "n" }, bearer },
  ],
  [
    "deletion: no payload at all [A224.1 A229.1]",
    () => callApi("deleteAccount", { tokens }),
    { line: "DELETE /api/users/me", bearer },
  ],
])("the API receives what the specification says of the call: %s", (_, call, sent) => expectSent(call, sent));
