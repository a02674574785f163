/** Longest keyword of the site's own searches, in characters. */
export const MAX_SEARCH = 100;

/** Reads the keyword out of an address: without blanks around it, cut at its longest; undefined for none. */
export function readSearch(search: URLSearchParams): string | undefined {
  return search.get("keyword")?.trim().slice(0, MAX_SEARCH).trim() || undefined;
}

/** Katakana, without the marks that hiragana lacks. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;

/** Where katakana stand after their hiragana. */
const KANA_DISTANCE = 0x60;

/**
 * Returns a text as searches compare it: full-width and half-width forms, letter case, composed and decomposed Hangul,
 * katakana and hiragana are the same (Unicode NFKC, then lower case, then kana folding).
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE));
}

/**
 * Returns a test for texts that contain every word of a keyword, in any order. Words are split at blanks, the
 * ideographic one too; within a word nothing is split, because Japanese and Chinese have no blanks between words.
 */
export function searchFor(keyword: string): (...texts: string[]) => boolean {
  const wanted = foldText(keyword).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = foldText(texts.join("\n"));
    return wanted.every((word) => text.includes(word));
  };
}
