import { breakMark } from "./break-marks";
import type { Language } from "./languages";

const openers = /^[「『（〈《【“‘(]+$/u;
const closers = /^[\p{P}\p{S}\s]+$/u;
/** Japanese endings and particles are written in these letters, and belong to what stands before them. */
const kanaOnly = /^[\p{Script=Hiragana}ー]+$/u;
/** An honorific begins a word. */
const honorific = /^[おご]$/u;
/** Characters that belong to the Chinese word before them. */
const chineseEnding = /^[的了吗吧呢着过们上下里中证者员岛人年月日起]$/u;

/** The texts that are set large: headings, and the few sentences right below them. */
const isDisplay = (key: string) => /^(?:title|heading|lead|line\d)$|(?:Title|Heading)$/.test(key);

/** Pairs that make one word of two: katakana after katakana, kanji after kanji, numbers with what they count. */
const japaneseCompound =
  /[\p{Script=Katakana}ー][\p{Script=Katakana}ー]|\p{Script=Han}\p{Script=Han}|\d[\p{L}]|\p{Script=Han}\d/u;
/** Two single letters in a row are a word that the dictionary does not have. */
const single = /^\p{Script=Han}$/u;

function belongsTo(last: string, segment: string, lng: "ja" | "zh"): boolean {
  if (closers.test(segment) && !openers.test(segment)) return true;
  if (openers.test(last.slice(-1)) || /\s$/u.test(last)) return true;
  if (lng === "zh") return chineseEnding.test(segment) || (single.test(last) && single.test(segment));
  if (honorific.test(last)) return true;
  if (kanaOnly.test(segment)) return !honorific.test(segment) && !/[。、！？]$/u.test(last);
  return japaneseCompound.test(last.slice(-1) + segment.slice(0, 1));
}

/**
 * Marks where a Japanese or Chinese headline may break: between phrases, never inside a word. The words are those of
 * the Unicode library's dictionary, which Node brings along; browsers other than Chromium break between any two letters.
 * What a text takes in later (`{{count}}`) and the tags around its parts stay whole.
 *
 * @example markPhrases("語りあう世界です。", "ja") // "語りあう|世界です。", with a zero-width space for |
 */
export function markPhrases(text: string, lng: "ja" | "zh"): string {
  const segmenter = new Intl.Segmenter(lng, { granularity: "word" });
  return text
    .split(/(\{\{.*?\}\}|<[^>]*>)/u)
    .map((part, i) => {
      if (i % 2) return part;
      const phrases: string[] = [];
      for (const { segment } of segmenter.segment(part)) {
        const last = phrases.at(-1);
        if (last !== undefined && belongsTo(last, segment, lng)) phrases[phrases.length - 1] = last + segment;
        else phrases.push(segment);
      }
      return phrases.join(breakMark);
    })
    .join("");
}

/** A namespace's texts with the breaks of its display texts marked, for the languages that need it. */
export function withPhrases(texts: Record<string, unknown>, lng: Language): Record<string, unknown> {
  if (lng !== "ja" && lng !== "zh") return texts;
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value === "string") return [key, isDisplay(key) ? markPhrases(value, lng) : value];
      return [key, withPhrases(value as Record<string, unknown>, lng)];
    }),
  );
}
