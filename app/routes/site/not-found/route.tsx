import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { NotFound } from "~/components/page/page-error";
import { languageOf, translator } from "~/i18n/i18n.server";

export const handle = { scripts: "on intent" };

export { unlistedMeta as meta } from "~/components/document/route-exports";

/** Responds with 404 for /not-found, every unknown path, and a form that is submitted to one. */
export async function loader(args: LoaderFunctionArgs) {
  return json({ title: translator(await languageOf(args))("errors:notFound.title") }, { status: 404 });
}

export function action(args: ActionFunctionArgs) {
  return loader(args);
}

export default NotFound;
