import { callApi } from "#server/api.server";
import { calls } from "#server/wire/calls";
import { WEB } from "#server/wire/common";
import { env } from "#server/env.server";
import { sessionAnswer } from "./auth.server";

/** Ethereum itself, and beside the sandbox the local chain of Hardhat and Anvil, whose keys it knows. */
const ETHEREUM = 1;
const LOCAL_CHAIN = 31_337;

/** The ids of the chains whose addresses may sign in. */
export function walletChains(): number[] {
  return env().usesSandbox ? [ETHEREUM, LOCAL_CHAIN] : [ETHEREUM];
}

/** GET auth/wallet/nonce: for one message, once. */
export async function walletNonce(): Promise<{ nonce: string; expiresAt?: string | undefined }> {
  return callApi(calls.walletNonce, {});
}

/**
 * POST auth/wallet/sign-in (docs/decisions/0009).
 *
 * @param payload.message the EIP-4361 text that the wallet signed
 * @param payload.signature 0x…
 * @param payload.register makes a member of an address that is not registered yet
 * @throws ApiError business 1111 (not registered, WEB-004), 1113 (no pass token, WEB-003), 1010, 1016
 */
export async function walletSignIn(payload: {
  message: string;
  signature: string;
  language: string;
  register?: boolean;
}) {
  const data = await callApi(calls.walletSignIn, { json: { ...payload, platform: WEB } });
  const { passAlreadyUsed, ...rest } = data;
  return {
    answer: sessionAnswer(rest),
    passAlreadyUsed: passAlreadyUsed === true,
    deletionCancelled: rest.deletionCancelled === true,
    deletionDate: rest.deletionDate,
  };
}
