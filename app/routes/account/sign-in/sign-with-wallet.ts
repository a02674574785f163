import { paths } from "~/domain/paths";

export interface Eip1193Provider {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>;
}

/** The wallet did not sign, or our server returned no message to sign. Its message is a message key. */
class WalletError extends Error {}

/**
 * Message keys for error codes of wallets (EIP-1193, and codes that some wallets use in addition): the user refused;
 * the wallet is locked, not connected to this site, or has a pending request; it is not connected to the chain.
 */
const failures = new Map<unknown, string>([
  [4001, "account:wallet.refused"],
  [5000, "account:wallet.refused"],
  ["ACTION_REJECTED", "account:wallet.refused"],
  [4100, "account:wallet.locked"],
  [-32002, "account:wallet.locked"],
  [4901, "account:wallet.wrongChain"],
]);

export const failureKeyOf = (error: unknown) =>
  error instanceof WalletError ? error.message : "errors:http.unexpected";

/** @throws WalletError if the request fails, or if the response is not ours (for example a proxy's error page) */
export async function requestMessage(address: string, chainId: number): Promise<string> {
  const body = new URLSearchParams({ address, chainId: String(chainId) });
  let response: Response;
  try {
    response = await fetch(paths.walletMessage, { method: "POST", body });
  } catch {
    throw new WalletError("errors:http.noResponse");
  }
  const content = (await response.json().catch(() => ({}))) as { message?: unknown; error?: unknown } | null;
  if (typeof content?.message === "string") return content.message;
  throw new WalletError(typeof content?.error === "string" ? content.error : "errors:http.unexpected");
}

async function ask(provider: Eip1193Provider, method: string, params: unknown[] = []): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    const { code, data } = (error ?? {}) as { code?: unknown; data?: { originalError?: { code?: unknown } } };
    // Some wallets wrap the reason in an internal error (-32603).
    const known = failures.get(code) ?? failures.get(data?.originalError?.code);
    throw new WalletError(known ?? "account:wallet.problem");
  }
}

/** Connects to the wallet. Returns its first account's address and its current chain. @throws WalletError */
export async function connect(provider: Eip1193Provider, chains: readonly number[]) {
  const accounts = await ask(provider, "eth_requestAccounts");
  const [address] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  if (typeof address !== "string") throw new WalletError("account:wallet.locked");
  const chainId = Number(await ask(provider, "eth_chainId"));
  if (!chains.includes(chainId)) throw new WalletError("account:wallet.wrongChain");
  return { address, chainId };
}

/** Returns the wallet's signature (0x…) of a message. @throws WalletError */
export async function sign(provider: Eip1193Provider, message: string, address: string): Promise<string> {
  const bytes = new TextEncoder().encode(message);
  const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const signature = await ask(provider, "personal_sign", [hex, address]);
  if (typeof signature !== "string") throw new WalletError("account:wallet.problem");
  return signature;
}
