import type { LoaderFunctionArgs } from "@remix-run/node";
import { getSession, invalidAccess } from "#server/session/session.server";

/** /game/news: the URL of a post without an id is Invalid Access (public-site-and-community.md, News detail). */
export async function loader(args: LoaderFunctionArgs) {
  return invalidAccess(await getSession(args));
}
