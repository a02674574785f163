import { line } from "./readers";

/** Encodes one text; `-`, `,` and `&` separate the parts of a directive, and encodeURIComponent keeps `-`. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");

/**
 * Returns the text fragment (WICG scroll-to-text-fragment) that opens a page at the words of a search, for the end of a
 * URL; "" without a keyword. A browser without text fragments, and one that finds none of the words, opens the page at
 * its top.
 */
export function textFragment(keyword: string | undefined): string {
  const words = [...new Set(line(keyword ?? "").split(" "))].filter(Boolean);
  return words.length > 0 ? `#:~:${words.map((word) => `text=${encoded(word)}`).join("&")}` : "";
}
