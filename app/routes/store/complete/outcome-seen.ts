import type { LoaderFunctionArgs } from "@remix-run/node";
import { markTold } from "#server/purchases/member-actions.server";
import { getSession } from "#server/session/session.server";

/** One transparent pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * The picture in a message that says how a purchase ended: a browser that loads it has shown the message, with scripts or
 * without, and the message need not come again. The cookie's SameSite keeps pages of other sites from loading it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await getSession(args);
  const key = new URL(args.request.url).searchParams.get("purchase");
  if (session.isSignedIn && key) await markTold(session, [key]);
  return new Response(new Uint8Array(PICTURE), {
    headers: { "Content-Type": "image/gif", "Cache-Control": "no-store" },
  });
}
