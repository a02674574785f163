/** Maximum length of a keyword in the site's own searches, in characters. */
export const MAX_SEARCH = 100;

/** Reads the keyword from a query string, trimmed and cut at the maximum length; undefined if there is none. */
export const readSearch = (search: URLSearchParams): string | undefined =>
  search.get("keyword")?.trim().slice(0, MAX_SEARCH).trim() || undefined;

/** Katakana that have a hiragana counterpart. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;

/** Distance between a katakana and its hiragana in code points. */
const KANA_DISTANCE = 0x60;

/**
 * Normalises a text for comparison: ignores full and half width, letter case, Hangul composition, and katakana versus
 * hiragana (Unicode NFKC, then lower case, then kana folding).
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE));

/**
 * Returns a predicate for texts that contain every word of a keyword, in any order. Words are separated by white space,
 * including the ideographic space; Japanese and Chinese have none between words, so nothing else is split.
 */
export function searchFor(keyword: string): (...texts: string[]) => boolean {
  const wanted = foldText(keyword).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = foldText(texts.join("\n"));
    return wanted.every((word) => text.includes(word));
  };
}
