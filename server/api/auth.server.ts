import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import { ApiError } from "#server/errors/api-error";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { WEB, type WireLanguage } from "#server/wire/common";
import {
  failedCountData,
  type SignInData,
  type SignUpRequest,
  suspensionData,
  type SuspensionData,
} from "#server/wire/auth";

/** Tokens and user in one object. */
export type SessionAnswer = ReturnType<typeof sessionAnswer>;

/** Missing values become "", so that session records always have the same shape. A WALLET may have no email. */
function sessionAnswer({ ecAccessToken, email, ...rest }: SignInData) {
  return { ...rest, ecAccessToken: ecAccessToken ?? "", email: email ?? "" };
}

/**
 * Waits for a sign-in and logs its refusal as a security event.
 *
 * @param account email or wallet address
 * @returns tokens and user for the session; `deletionDate` (ISO 8601) when this sign-in cancelled a deletion
 */
export async function signInResult(account: string | undefined, call: Promise<SignInData>) {
  try {
    const data = await call;
    const { deletionCancelled, deletionDate } = data;
    return { answer: sessionAnswer(data), deletionCancelled, deletionDate };
  } catch (error) {
    if (error instanceof ApiError && error.kind === "business")
      securityEvent("sign-in-failed", { account: account && accountMark(account), what: error.code });
    throw error;
  }
}

/** @throws ApiError business 0, 1007, 1005/1118, 1117, 1200, 1201 (docs/decisions/0005) */
export const signIn = (payload: { email: string; password: string; language: WireLanguage }) =>
  signInResult(payload.email, callApi(calls.signIn, { json: { ...payload, platform: WEB } }));

/** @throws ApiError shape when the data does not match the schema */
export function suspensionOf(error: ApiError): SuspensionData {
  const data = suspensionData.safeParse(error.data);
  if (!data.success) throw ApiError.shape(error.call, "suspension data");
  return data.data;
}

/** Returns the number of failed sign-ins, of five (1200); undefined when the response does not contain it. */
export const failedCountOf = (error: ApiError) => failedCountData.safeParse(error.data).data?.failed_count;

/**
 * Signs out with the member's tokens (POST auth/sign-out). The API revokes the refresh token. A failed call is only
 * logged: the tokens never left this server, and the caller has deleted them.
 */
export async function signOut(tokens: { accessToken: string; refreshToken: string }): Promise<void> {
  try {
    await callApi(calls.signOut, { json: { token: tokens.refreshToken }, bearer: tokens.accessToken });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export const checkEmail = (email: string) => callApi(calls.checkEmail, { json: { email } });

/** @throws ApiError business 1001 within 5 minutes of the previous request */
export const requestCode = (payload: { email: string; language: WireLanguage }) =>
  callApi(calls.requestCode, { json: payload });

/** @throws ApiError business 1006 (wrong), 1008 (older than 30 minutes) */
export async function verifyCode(payload: { email: string; authCode: string }): Promise<boolean> {
  const { result } = await callApi(calls.verifyCode, { json: payload });
  return result === 1;
}

/** For screens that ask for a code instead of mailing a link. @throws as `verifyCode`; 1015 for an unknown address */
export async function resetToken(payload: { email: string; authCode: string }): Promise<string> {
  const { token } = await callApi(calls.resetToken, { json: payload });
  return token;
}

/** The address must be verified first. @throws ApiError business 1009, 1114 to 1116 */
export const signUp = (payload: SignUpRequest) => callApi(calls.signUp, { json: payload });

/** @throws ApiError business 1015, 1204 */
export const forgotPassword = (payload: { email: string; language: WireLanguage }) =>
  callApi(calls.forgotPassword, { json: payload });

/** @throws ApiError business 1010 (token wrong or used), 1016 (token expired) */
export async function resetPassword(payload: { password: string; token: string }): Promise<boolean> {
  const { result } = await callApi(calls.resetPassword, { json: payload });
  return result === 1;
}

/** Gets a complete new set of tokens and the current user (GET auth/refresh/session). */
export const refreshSession = async (refreshToken: string) =>
  sessionAnswer(await callApi(calls.refreshSession, { query: { platform: WEB }, bearer: refreshToken }));

export async function refreshAccessToken(refreshToken: string): Promise<string> {
  const { accessToken } = await callApi(calls.refreshAccessToken, { bearer: refreshToken });
  return accessToken;
}
