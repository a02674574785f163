import { paths } from "~/domain/paths";
import type { Eip1193Provider } from "./use-wallets";

/** Why a wallet did not sign; each has its sentence under `account:wallet`. */
export type WalletFailure = "refused" | "locked" | "wrongChain" | "problem";

export class WalletError extends Error {
  constructor(readonly failure: WalletFailure) {
    super(failure);
  }
}

/**
 * What wallets answer (EIP-1193, and what some use beside it): the user refused; it is locked, not open for this
 * site, or a question of it is still open; it is on no chain that it could ask. Everything else is its own trouble.
 */
const failures = new Map<unknown, WalletFailure>([
  [4001, "refused"],
  [5000, "refused"],
  ["ACTION_REJECTED", "refused"],
  [4100, "locked"],
  [-32002, "locked"],
  [4901, "wrongChain"],
]);

/** Our server has made no message to sign; `messageKey` says why. */
class NoMessage extends Error {
  constructor(readonly messageKey: string) {
    super(messageKey);
  }
}

/** What is said of an attempt that came to nothing: a message key. */
export function failureKeyOf(error: unknown): string {
  if (error instanceof WalletError) return `account:wallet.${error.failure}`;
  return error instanceof NoMessage ? error.messageKey : "errors:http.unexpected";
}

/**
 * Asks our server for the message to sign. No fetcher: the answer is needed in the middle of a gesture.
 *
 * @throws NoMessage also when something else than our answer came (a proxy's page), or nothing
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
  // Some wrap the reason into an internal error (-32603).
  return failures.get(code) ?? failures.get(data?.originalError?.code) ?? "problem";
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
  if (typeof signature !== "string") throw new WalletError("problem");
  return signature;
}
