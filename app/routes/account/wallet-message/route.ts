import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { brand as siteNames } from "#brand/brand.json";
import { paths } from "~/domain/paths";
import { callApi } from "#server/api/api.server";
import { walletChains } from "#server/api/auth.server";
import { env } from "#server/config/env.server";
import { ApiError } from "#server/errors/api-error";
import { readForm } from "#server/forms/form.server";
import { limit } from "#server/limits/rate-limit.server";
import * as clock from "#server/runtime/clock.server";
import { applySessionCookie, getSession } from "#server/session/session.server";

const refused = (error: string, status = 400, headers: HeadersInit = {}) =>
  json({ error }, { status, headers });

export function loader() {
  return redirect(paths.signInWithWallet(), 303);
}

/**
 * Creates the message that the wallet signs (EIP-4361), with a nonce from the API. The message is stored in the
 * session and the browser returns only the signature, so it cannot substitute another text.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  // Imported on the first request: loading it at startup takes a third as long as all other libraries together.
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
  const tooMany = await limit({ request, context }, "sign-in");
  if (tooMany) return refused(tooMany.message, tooMany.status, tooMany.headers);
  const origin = env().siteUrl ?? new URL(request.url).origin;
  try {
    const { nonce, expiresAt } = await callApi("walletNonce", {});
    const message = createSiweMessage({
      domain: new URL(origin).host,
      uri: origin,
      address: getAddress(address),
      statement: `Sign in to ${siteNames.en}.`,
      version: "1",
      chainId,
      nonce,
      issuedAt: new Date(clock.now()),
      ...(expiresAt ? { expirationTime: new Date(expiresAt) } : {}),
    });
    await session.update((draft) => {
      draft.walletMessage = message;
    });
    // Sets a new visitor's session cookie, because a resource route is not rendered by entry.server.
    const headers = new Headers();
    await applySessionCookie(headers, context);
    return json({ message }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(error.messageKey, error.status);
  }
}
