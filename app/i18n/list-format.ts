import type { Language } from "./languages";

const lists = new Map<Language, Intl.ListFormat>();

/**
 * Returns a list of short names as a sentence has it: "a, b and c", 「a、b、c」. Korean has commas alone: the 및 that Intl
 * puts before the last one belongs to contracts and forms.
 */
export function formatList(items: readonly string[], lng: Language): string {
  let list = lists.get(lng);
  // "en" has a comma before "and"; the site's English is British.
  if (!list)
    lists.set(lng, (list = new Intl.ListFormat(lng === "en" ? "en-GB" : lng, { type: "conjunction" })));
  if (lng !== "ko") return list.format(items);
  return list
    .formatToParts(items)
    .map(({ type, value }) => (type === "literal" ? ", " : value))
    .join("");
}
