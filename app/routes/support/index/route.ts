import { replace } from "@remix-run/node";
import { paths } from "~/domain/paths";

/** public-site-and-community.md section 2: /support leads to the FAQ, and leaves no entry in the history. */
export function loader() {
  return replace(paths.support.faq());
}
