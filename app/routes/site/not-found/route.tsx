import { json, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/components/page/page-error";
import { pageMeta } from "~/components/document/seo";

export const handle = { scripts: "on intent" };

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: "404", noindex: true });

/** Responds with 404 for /not-found, every unknown path, and a form that is submitted to one. */
export function loader() {
  return json(null, { status: 404 });
}

export function action() {
  return loader();
}

export default NotFound;
