import type { LoaderFunctionArgs } from "@remix-run/node";
import { markTold, ownerOfSession } from "#server/purchases/ledger.server";
import { getSession } from "#server/session/session.server";

/** A GIF of one transparent pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * Returns the image in an outcome message. Loading it confirms that the message was displayed, with or without
 * scripts, so it is not repeated. The session cookie's SameSite attribute prevents other sites from loading it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await getSession(args);
  const key = new URL(args.request.url).searchParams.get("purchase");
  if (session.isSignedIn && key) await markTold(ownerOfSession(session), [key]);
  return new Response(new Uint8Array(PICTURE), {
    headers: { "Content-Type": "image/gif", "Cache-Control": "no-store" },
  });
}
