import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import { ApiError } from "#server/errors/api-error";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { WEB, type WireLanguage } from "#server/wire/common";
import { failedCountData, type SignInData, suspensionData, type SuspensionData } from "#server/wire/auth";

/** The data of POST auth/sign-in and GET auth/refresh/session: the tokens and the user in one object. */
export type SessionAnswer = Omit<SignInData, "ecAccessToken" | "email"> & {
  /** "" when the API gave no token for the order service. */
  ecAccessToken: string;
  /** "" for a WALLET member without one. */
  email: string;
};

export function sessionAnswer(data: SignInData): SessionAnswer {
  const { ecAccessToken, email, ...rest } = data;
  // A WALLET member may have no e-mail, and the order service's token may be left out: empty, never undefined,
  // so that a session record always has the same shape.
  return { ...rest, ecAccessToken: ecAccessToken ?? "", email: email ?? "" };
}

/**
 * POST auth/sign-in.
 *
 * @returns tokens and user for the session; `deletionDate` (ISO 8601) when this sign-in cancelled a deletion
 * @throws ApiError business 0, 1007, 1005/1118, 1117, 1200, 1201 (docs/decisions/0005)
 */
export async function signIn(payload: { email: string; password: string; language: WireLanguage }) {
  const data = await callApi(calls.signIn, { json: { ...payload, platform: WEB } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.kind === "business") {
        securityEvent("sign-in-failed", { account: accountMark(payload.email), what: error.code });
      }
      throw error;
    },
  );
  return {
    answer: sessionAnswer(data),
    deletionCancelled: data.deletionCancelled === true,
    deletionDate: data.deletionDate,
  };
}

/** The data of a suspended sign-in (1118, 1005). @throws ApiError shape when it is not what the wire says */
export function suspensionOf(error: ApiError): SuspensionData {
  const data = suspensionData.safeParse(error.data);
  if (!data.success) throw ApiError.shape(error.call, "suspension data");
  return data.data;
}

/** Failed sign-ins so far, of five (1200); undefined when the answer does not say. */
export function failedCountOf(error: ApiError): number | undefined {
  const data = failedCountData.safeParse(error.data);
  return data.success ? data.data.failed_count : undefined;
}

/** POST auth/sign-out, with the member's tokens: the server forgets the refresh token. */
export async function signOut({
  accessToken,
  refreshToken,
}: Pick<SessionAnswer, "accessToken" | "refreshToken">): Promise<void> {
  await callApi(calls.signOut, { json: { token: refreshToken }, bearer: accessToken });
}

/** POST auth/check-email: true when the address is registered. */
export async function checkEmail(email: string): Promise<boolean> {
  return callApi(calls.checkEmail, { json: { email } });
}

/**
 * POST auth/request-code: sends the six digits by mail.
 *
 * @throws ApiError business 1001 within 5 minutes of the request before
 */
export async function requestCode(payload: { email: string; language: WireLanguage }): Promise<void> {
  await callApi(calls.requestCode, { json: payload });
}

/**
 * POST auth/verify-code.
 *
 * @returns whether the code is the right one
 * @throws ApiError business 1006 (wrong), 1008 (older than 30 minutes)
 */
export async function verifyCode(payload: { email: string; authCode: string }): Promise<boolean> {
  const { result } = await callApi(calls.verifyCode, { json: payload });
  return result === 1;
}

/**
 * POST auth/token: a token for `resetPassword` out of a code, where a screen asks for the code in place of a mailed link.
 *
 * @throws ApiError business 1006, 1008 as `verifyCode`; 1015 for an address of no member
 */
export async function resetToken(payload: { email: string; authCode: string }): Promise<string> {
  const { token } = await callApi(calls.resetToken, { json: payload });
  return token;
}

/** POST auth/sign-up. The address must have been verified before. @throws ApiError business 1009, 1114 to 1116 */
export async function signUp(payload: {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}): Promise<void> {
  await callApi(calls.signUp, { json: payload });
}

/** POST auth/forgot-password: sends the mail with the reset link. @throws ApiError business 1015, 1204 */
export async function forgotPassword(payload: { email: string; language: WireLanguage }): Promise<void> {
  await callApi(calls.forgotPassword, { json: payload });
}

/**
 * PATCH auth/reset-password.
 *
 * @returns whether the password was changed
 * @throws ApiError business 1010 (token wrong or used), 1016 (too old)
 */
export async function resetPassword(payload: { password: string; token: string }): Promise<boolean> {
  const { result } = await callApi(calls.resetPassword, { json: payload });
  return result === 1;
}

/** GET auth/refresh/session: a whole new set of tokens, and the user as they are now. */
export async function refreshSession(refreshToken: string): Promise<SessionAnswer> {
  const data = await callApi(calls.refreshSession, { query: { platform: WEB }, bearer: refreshToken });
  return sessionAnswer(data);
}

/** GET auth/refresh/access-token: a new access token. */
export async function refreshAccessToken(refreshToken: string): Promise<string> {
  const { accessToken } = await callApi(calls.refreshAccessToken, { bearer: refreshToken });
  return accessToken;
}
