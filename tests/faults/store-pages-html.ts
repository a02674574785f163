/** What the served pages of the store say. */
import { texts } from "../kit/data/texts";

const t = texts("en", "store");
/** Returns the title of a purchase's status. */
export const titleOf = (status: string) => t(`complete.status.${status}.title`);
export const done = titleOf("done");
/** Texts of the messages for a completed purchase, without the part that contains a name. */
export const isDone = ["outcome.captured", "outcome.ordered"].map(
  (key) => t(key).split(".")[0]?.trim() ?? "",
);
export const endedTitles = ["done", "refused", "cancelled", "refunded", "expired"].map(titleOf);

/** A served page and its path. */
export interface Page {
  path: string;
  html: string;
}

/** Returns the text of HTML. */
export const unescaped = (html: string) =>
  html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Returns the main content of a page. */
export const main = ({ html }: Page) => /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? "";

/** Returns true for the paths that the walk uses. */
export const isStore = (path: string) =>
  /^\/(store\/products|my-page\/(history|ecommerce-history))/.test(path);
