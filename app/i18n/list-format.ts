import type { Language } from "./languages";

const lists = new Map<Language, Intl.ListFormat>();

/** Formats short names as a list inside a sentence. Korean has commas only: Intl's 및 is the style of contracts. */
export function formatList(items: readonly string[], lng: Language): string {
  let list = lists.get(lng);
  // British English: no comma before "and".
  if (!list)
    lists.set(lng, (list = new Intl.ListFormat(lng === "en" ? "en-GB" : lng, { type: "conjunction" })));
  if (lng !== "ko") return list.format(items);
  return list
    .formatToParts(items)
    .map(({ type, value }) => (type === "literal" ? ", " : value))
    .join("");
}
