import { callApi } from "./api.server";
import { WEB, type WireLanguage } from "#server/wire/common";
import { env } from "#server/config/env.server";
import { signInResult } from "./auth.server";

/** Ethereum mainnet and, with the sandbox, the local chain of Hardhat and Anvil, whose keys the sandbox knows. */
const ETHEREUM = 1;
const LOCAL_CHAIN = 31_337;

/** Returns the ids of the chains whose addresses may sign in. */
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
  const success = await signInResult(address, call);
  return { ...success, passAlreadyUsed: (await call).passAlreadyUsed };
}
