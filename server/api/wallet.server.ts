import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import { WEB, type WireLanguage } from "#server/wire/common";
import { env } from "#server/config/env.server";
import { ApiError } from "#server/errors/api-error";
import { accountMark, securityEvent } from "#server/observe/security.server";
import { sessionAnswer } from "./auth.server";

/** Ethereum mainnet and, with the sandbox, the local chain of Hardhat and Anvil, whose keys the sandbox knows. */
const ETHEREUM = 1;
const LOCAL_CHAIN = 31_337;

/** Returns the ids of the chains whose addresses may sign in. */
export function walletChains(): number[] {
  return env().usesSandbox ? [ETHEREUM, LOCAL_CHAIN] : [ETHEREUM];
}

/** Returns the address of an EIP-4361 message, which is on a line by itself; undefined when it has none. */
function addressIn(message: string): string | undefined {
  return /^0x[0-9a-fA-F]{40}$/m.exec(message)?.[0];
}

/** Gets a single-use nonce for one message (GET auth/wallet/nonce). */
export async function walletNonce(): Promise<{ nonce: string; expiresAt?: string | undefined }> {
  return callApi(calls.walletNonce, {});
}

/**
 * Signs in with a wallet (POST auth/wallet/sign-in; docs/decisions/0009).
 *
 * @param payload.message the EIP-4361 text that the wallet signed
 * @param payload.signature 0x…
 * @param payload.register registers an address that is not registered yet
 * @throws ApiError business 1111 (not registered, WEB-004), 1113 (no pass token, WEB-003), 1010, 1016
 */
export async function walletSignIn(payload: {
  message: string;
  signature: string;
  language: WireLanguage;
  register?: boolean;
}) {
  const data = await callApi(calls.walletSignIn, { json: { ...payload, platform: WEB } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.kind === "business") {
        const address = addressIn(payload.message);
        securityEvent("sign-in-failed", { account: address && accountMark(address), what: error.code });
      }
      throw error;
    },
  );
  const { passAlreadyUsed, ...rest } = data;
  return {
    answer: sessionAnswer(rest),
    passAlreadyUsed: passAlreadyUsed === true,
    deletionCancelled: rest.deletionCancelled === true,
    deletionDate: rest.deletionDate,
  };
}
