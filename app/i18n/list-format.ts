import type { Language } from "./languages";

/** Formats short names as a list inside a sentence. Korean has commas only: Intl's 및 is the style of contracts. */
export function formatList(items: readonly string[], lng: Language): string {
  // British English: no comma before "and".
  const list = new Intl.ListFormat(lng === "en" ? "en-GB" : lng, { type: "conjunction" });
  if (lng !== "ko") return list.format(items);
  return list
    .formatToParts(items)
    .map(({ type, value }) => (type === "literal" ? ", " : value))
    .join("");
}
