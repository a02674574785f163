import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { requireMember } from "#server/session/session.server";

/** Redirects /store to the list of items and replaces the history entry (accounts-and-store.md section 2). */
export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  throw replace(paths.store.products());
}
