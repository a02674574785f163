import { json, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/components/page/not-found";
import { pageMeta } from "~/components/document/seo";

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: "404", noindex: true });

/** /not-found and every unknown path: the page, with the status that says so. */
export function loader() {
  return json(null, { status: 404 });
}

/** A form posted to an address that does not exist gets the same page. */
export function action() {
  return loader();
}

export default NotFound;
