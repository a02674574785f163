import { paths } from "~/domain/paths";

/** The part of an EIP-1193 provider that a sign-in needs. */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>;
}

/** Reason why a wallet did not sign. Each has a message under `account:wallet`. */
export type WalletFailure = "refused" | "locked" | "wrongChain" | "problem";

export class WalletError extends Error {
  constructor(readonly failure: WalletFailure) {
    super(failure);
  }
}

/**
 * Error codes of wallets (EIP-1193, and codes that some wallets use in addition), mapped to failures: the user
 * refused; the wallet is locked, not connected to this site, or has a pending request; it is not connected to the
 * chain. All other codes count as "problem".
 */
const failures = new Map<unknown, WalletFailure>([
  [4001, "refused"],
  [5000, "refused"],
  ["ACTION_REJECTED", "refused"],
  [4100, "locked"],
  [-32002, "locked"],
  [4901, "wrongChain"],
]);

/** Thrown if our server returned no message to sign; `messageKey` names the reason. */
class NoMessage extends Error {
  constructor(readonly messageKey: string) {
    super(messageKey);
  }
}

/** Returns the message key for a failed sign-in attempt. */
export function failureKeyOf(error: unknown): string {
  if (error instanceof WalletError) return `account:wallet.${error.failure}`;
  return error instanceof NoMessage ? error.messageKey : "errors:http.unexpected";
}

/**
 * Requests the message to sign from our server.
 *
 * @throws NoMessage if the request fails, or if the response is not ours (for example a proxy's error page)
 */
export async function requestMessage(address: string, chainId: number): Promise<string> {
  const body = new URLSearchParams({ address, chainId: String(chainId) });
  let response: Response;
  try {
    response = await fetch(paths.walletMessage, { method: "POST", body });
  } catch {
    throw new NoMessage("errors:http.noResponse");
  }
  const answer = (await response.json().catch(() => ({}))) as { message?: unknown; error?: unknown } | null;
  if (typeof answer?.message === "string") return answer.message;
  throw new NoMessage(typeof answer?.error === "string" ? answer.error : "errors:http.unexpected");
}

function failureOf(error: unknown): WalletFailure {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { originalError?: { code?: unknown } } };
  // Some wallets wrap the reason in an internal error (-32603).
  return failures.get(code) ?? failures.get(data?.originalError?.code) ?? "problem";
}

async function ask(provider: Eip1193Provider, method: string, params: unknown[] = []): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    throw new WalletError(failureOf(error));
  }
}

/** Connects to the wallet. Returns its first account's address and its current chain. @throws WalletError */
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

/** Returns the wallet's signature (0x…) of a message. @throws WalletError */
export async function sign(provider: Eip1193Provider, message: string, address: string): Promise<string> {
  const bytes = new TextEncoder().encode(message);
  const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const signature = await ask(provider, "personal_sign", [hex, address]);
  if (typeof signature !== "string") throw new WalletError("problem");
  return signature;
}
