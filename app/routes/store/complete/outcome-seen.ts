import type { LoaderFunctionArgs } from "@remix-run/node";
import { ownerOfSession, tellNow } from "#server/purchases/ledger.server";
import { getSession } from "#server/session/session.server";

/** A GIF of one transparent pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * Returns the image in the outcome messages of releases before 0.4.0, whose loading confirms that the message was
 * displayed. Pages of this release have none. The session cookie's SameSite attribute stops other sites.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await getSession(args);
  const key = new URL(args.request.url).searchParams.get("purchase");
  if (session.isSignedIn && key) await tellNow(ownerOfSession(session), key);
  return new Response(new Uint8Array(PICTURE), {
    headers: { "Content-Type": "image/gif", "Cache-Control": "no-store" },
  });
}
