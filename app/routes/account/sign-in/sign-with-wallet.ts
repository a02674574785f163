import type { Eip1193Provider } from "./use-wallets";

/** Why a wallet did not sign; each has its sentence under `account:wallet`. */
export type WalletFailure = "refused" | "locked" | "wrongChain" | "failed";

export class WalletError extends Error {
  constructor(readonly failure: WalletFailure) {
    super(failure);
  }
}

/** EIP-1193: the user refused; and what wallets answer while a question of theirs is still open, or they are locked. */
const USER_REJECTED = 4001;
const UNAUTHORIZED = 4100;
const REQUEST_PENDING = -32002;

function failureOf(error: unknown): WalletFailure {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === USER_REJECTED) return "refused";
  if (code === UNAUTHORIZED || code === REQUEST_PENDING) return "locked";
  return "failed";
}

async function ask(provider: Eip1193Provider, method: string, params: unknown[] = []): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    throw new WalletError(failureOf(error));
  }
}

/** The address that the wallet opens for this site, and its chain. @throws WalletError */
export async function connect(
  provider: Eip1193Provider,
  chains: readonly number[],
): Promise<{ address: string; chainId: number }> {
  const accounts = await ask(provider, "eth_requestAccounts");
  const [address] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  if (typeof address !== "string") throw new WalletError("locked");
  const chainId = Number(await ask(provider, "eth_chainId"));
  if (!chains.includes(chainId)) throw new WalletError("wrongChain");
  return { address, chainId };
}

/** The signature (0x…) of a text. @throws WalletError */
export async function sign(provider: Eip1193Provider, message: string, address: string): Promise<string> {
  const bytes = new TextEncoder().encode(message);
  const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const signature = await ask(provider, "personal_sign", [hex, address]);
  if (typeof signature !== "string") throw new WalletError("failed");
  return signature;
}
