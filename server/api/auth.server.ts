import type { z } from "zod";
import { callApi } from "./api.server";
import { env } from "#server/config/env.server";
import { ApiError } from "#server/errors/api-error";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { WEB, type WireLanguage } from "#server/wire/common";
import { failedCountData, type SignInData, suspensionData } from "#server/wire/auth";

export type SignInResponse = ReturnType<typeof signInResponse>;

/** Missing values become "", so that session records always have the same shape. A WALLET may have no email. */
function signInResponse({ ecAccessToken, email, ...rest }: SignInData) {
  return { ...rest, ecAccessToken: ecAccessToken ?? "", email: email ?? "" };
}

/** Waits for a sign-in and logs its refusal as a security event. @param account email or wallet address */
async function signInResult(account: string | undefined, call: Promise<SignInData>) {
  try {
    const data = await call;
    const { deletionCancelled, deletionDate } = data;
    return { response: signInResponse(data), deletionCancelled, deletionDate };
  } catch (error) {
    if (error instanceof ApiError && error.kind === "business")
      securityEvent("sign-in-failed", { account: account && accountMark(account), what: error.code });
    throw error;
  }
}

/** @throws ApiError business 0, 1007, 1005/1118, 1117, 1200, 1201 (docs/decisions/0005) */
export const signIn = (payload: { email: string; password: string; language: WireLanguage }) =>
  signInResult(payload.email, callApi("signIn", { json: { ...payload, platform: WEB } }));

/** @throws ApiError shape when the data does not match the schema */
export function suspensionOf(error: ApiError): z.output<typeof suspensionData> {
  const data = suspensionData.safeParse(error.data);
  if (!data.success) throw ApiError.shape(error.call, "suspension data");
  return data.data;
}

/** Number of failed sign-ins, of five (1200); undefined when the response does not contain it. */
export const failedCountOf = (error: ApiError) => failedCountData.safeParse(error.data).data?.failed_count;

/** A failed call is only logged: the tokens never left this server, and the caller has deleted them. */
export async function signOut(tokens: { accessToken: string; refreshToken: string }): Promise<void> {
  try {
    await callApi("signOut", { json: { token: tokens.refreshToken }, bearer: tokens.accessToken });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export const refreshSession = async (refreshToken: string) =>
  signInResponse(await callApi("refreshSession", { query: { platform: WEB }, bearer: refreshToken }));

/** Ethereum mainnet and, with the sandbox, the local chain of Hardhat and Anvil, whose keys the sandbox knows. */
const ETHEREUM = 1;
const LOCAL_CHAIN = 31_337;

export const walletChains = () => (env().usesSandbox ? [ETHEREUM, LOCAL_CHAIN] : [ETHEREUM]);

/**
 * Signs in with a wallet (docs/decisions/0009).
 *
 * @param payload.message the EIP-4361 text that the wallet signed; the address is on a line by itself
 * @param payload.register registers an address that is not registered yet
 * @throws ApiError business 1111 (not registered, WEB-004), 1113 (no pass token, WEB-003), 1010, 1016
 */
export async function walletSignIn(payload: {
  message: string;
  signature: string;
  language: WireLanguage;
  register?: boolean;
}) {
  const address = /^0x[0-9a-fA-F]{40}$/m.exec(payload.message)?.[0];
  const call = callApi("walletSignIn", { json: { ...payload, platform: WEB } });
  return { ...(await signInResult(address, call)), passAlreadyUsed: (await call).passAlreadyUsed };
}
