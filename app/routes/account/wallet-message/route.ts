import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { tooManyMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { walletChains, walletNonce } from "#server/api/wallet.server";
import { env } from "#server/config/env.server";
import { ApiError } from "#server/errors/api-error";
import { readForm } from "#server/forms/form.server";
import { limit } from "#server/limits/rate-limit.server";
import * as clock from "#server/runtime/clock.server";
import { applySessionCookie, getSession } from "#server/session/session.server";

/** What the wallet panel gets back: the EIP-4361 text to sign, or a message key that says why there is none. */
export type WalletMessage = { message: string } | { error: string };

function refused(error: string, status = 400, headers: HeadersInit = {}) {
  return json<WalletMessage>({ error }, { status, headers });
}

export function loader() {
  return redirect(paths.signInWithWallet(), 303);
}

/**
 * Makes the message that the wallet signs (EIP-4361), with a nonce of the API. It is kept in the session: what
 * comes back is a signature only, so nobody can have another text signed and sent in.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  // Loaded with the first wallet: it takes a third of the time that all other libraries together take at the start.
  const [{ getAddress, isAddress }, { createSiweMessage }] = await Promise.all([
    import("viem/utils"),
    import("viem/siwe"),
  ]);
  const session = await getSession({ request, context });
  const form = await readForm(request);
  const address = String(form.get("address") ?? "");
  const chainId = Number(form.get("chainId"));
  if (!isAddress(address, { strict: false })) return refused("account:wallet.failed");
  if (!walletChains().includes(chainId)) return refused("account:wallet.wrongChain");
  const allowed = await limit({ request, context }, "sign-in");
  if (!allowed.ok) {
    const wait = { "Retry-After": String(allowed.retryAfterSeconds) };
    return refused(tooManyMessage(allowed.retryAfterSeconds), 429, wait);
  }
  const origin = env().siteUrl ?? new URL(request.url).origin;
  try {
    const { nonce, expiresAt } = await walletNonce();
    const message = createSiweMessage({
      domain: new URL(origin).host,
      uri: origin,
      address: getAddress(address),
      statement: "Sign in to Soria.",
      version: "1",
      chainId,
      nonce,
      issuedAt: new Date(clock.now()),
      ...(expiresAt ? { expirationTime: new Date(expiresAt) } : {}),
    });
    await session.update((draft) => {
      draft.walletMessage = message;
    });
    // The panel asks by a plain fetch, which entry.server never sees: a first visitor gets the cookie here.
    const headers = new Headers();
    await applySessionCookie(headers, context);
    return json<WalletMessage>({ message }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(error.messageKey, error.status);
  }
}
