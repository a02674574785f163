import { cut, line, machine, normalized } from "./readers";

/** Maximum length of a keyword, in characters (docs/decisions/0004). */
export const MAX_SEARCH = 100;

/**
 * Reads the keyword from a query string; undefined if there is none. A longer one is cut, which the page shows: the
 * field and the result have the keyword that was searched for.
 */
export const readSearch = (search: URLSearchParams): string | undefined =>
  cut(line(search.get("keyword") ?? ""), MAX_SEARCH).trim() || undefined;

/** Katakana that have a hiragana counterpart. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;

/** Distance between a katakana and its hiragana in code points. */
const KANA_DISTANCE = 0x60;

/** Marks above and below Latin letters; kana and Hangul keep theirs, which make another sound. */
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu;

/** Latin letters that have no decomposition, and signs that a keyboard gives for one another. */
const SIGNS: [RegExp, string][] = [
  [/ø/g, "o"],
  [/[đð]/g, "d"],
  [/ł/g, "l"],
  [/ħ/g, "h"],
  [/ı/g, "i"],
  [/æ/g, "ae"],
  [/œ/g, "oe"],
  [/ß/g, "ss"],
  // Not ー, which is a long vowel after kana.
  [/[\p{Pd}\u2212\u2043]/gu, "-"],
  [/[’‘ʻʼ′＇]/gu, "'"],
  [/[“”„‟″]/gu, '"'],
  [/[〜～∼]/gu, "~"],
];

/**
 * Normalises a text for comparison: ignores full and half width, letter case, Latin diacritics, Hangul composition,
 * katakana versus hiragana, and the shape of quotation marks, tildes and dashes.
 */
export function foldText(text: string): string {
  const plain = normalized(machine(text).toLowerCase(), "NFD").replace(LATIN_MARKS, "$1");
  return normalized(
    SIGNS.reduce((read, [signs, sign]) => read.replace(signs, sign), plain),
    "NFC",
  ).replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE));
}

/**
 * Returns a predicate for texts that contain every word of a keyword, in any order. Words are separated by white space,
 * including the ideographic space; Japanese and Chinese have none between words, so nothing else is split.
 */
export function searchFor(keyword: string): (...texts: string[]) => boolean {
  const wanted = foldText(keyword).split(" ").filter(Boolean);
  return (...texts) => {
    const text = foldText(texts.join("\n"));
    return wanted.every((word) => text.includes(word));
  };
}
