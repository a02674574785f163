import { replace } from "@remix-run/node";
import { paths } from "~/domain/paths";

/** public-site-and-community.md section 2: /support redirects to the FAQ and replaces the history entry. */
export function loader() {
  return replace(paths.support.faq());
}
