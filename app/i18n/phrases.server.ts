import { breakMark } from "./break-marks";
import type { Language } from "./languages";

const openers = /^[「『（〈《【“‘(]+$/u;
const closers = /^[\p{P}\p{S}\s]+$/u;
/** Japanese endings and particles use these letters and belong to the preceding word. */
const kanaOnly = /^[\p{Script=Hiragana}ー]+$/u;
/** An honorific prefix starts a word. */
const honorific = /^[おご]$/u;
/** Characters that belong to the preceding Chinese word. */
const chineseEnding = /^[的了吗吧呢着过们上下里中证者员器岛人年月日起时前后节]$/u;
/** Characters that belong to the following Chinese word. */
const chineseBeginning = /^[请已由将热]$/u;

/** Returns whether a key is a display text: a heading, or a sentence right below one. */
const isDisplay = (key: string) => /^(?:title|heading|lead|line\d)$|(?:Title|Heading)$/.test(key);

/** Returns whether a text takes a few lines on a phone: longer than a label, shorter than prose. */
function isShortText(text: string): boolean {
  const { length } = text.replace(/\{\{.*?\}\}|<[^>]*>/gu, "");
  return length >= SHORT_TEXT_CHARS[0] && length < SHORT_TEXT_CHARS[1];
}
const SHORT_TEXT_CHARS = [12, 60] as const;

/** Character pairs inside one word: katakana and katakana, kanji and kanji, a number and its counter. */
const japaneseCompound =
  /[\p{Script=Katakana}ー][\p{Script=Katakana}ー]|\p{Script=Han}\p{Script=Han}|\d[\p{L}]|\p{Script=Han}\d/u;
/** Two single characters in a row are a word that the dictionary lacks. */
const single = /^\p{Script=Han}$/u;

function belongsTo(last: string, segment: string, lng: "ja" | "zh"): boolean {
  if (closers.test(segment) && !openers.test(segment)) return true;
  if (openers.test(last.slice(-1)) || /\s$/u.test(last)) return true;
  if (lng === "zh") {
    if (chineseEnding.test(segment) || chineseBeginning.test(last)) return true;
    return single.test(last) && single.test(segment);
  }
  if (honorific.test(last)) return true;
  if (kanaOnly.test(segment)) return !honorific.test(segment) && !/[。、！？]$/u.test(last);
  return japaneseCompound.test(last.slice(-1) + segment.slice(0, 1));
}

/**
 * Marks where a Japanese or Chinese headline may break: between phrases, never inside a word. Words come from ICU's
 * dictionary in Node, because browsers other than Chromium break between any two characters. Placeholders (`{{count}}`)
 * and tags stay whole.
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

/**
 * Returns a namespace's texts, with marked display texts in Japanese and Chinese. In Chinese short texts are marked as
 * well, because `word-break: auto-phrase` knows Japanese only.
 */
export function withPhrases(texts: Record<string, unknown>, lng: Language): Record<string, unknown> {
  if (lng !== "ja" && lng !== "zh") return texts;
  const isMarked = (key: string, text: string) => isDisplay(key) || (lng === "zh" && isShortText(text));
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value === "string") return [key, isMarked(key, value) ? markPhrases(value, lng) : value];
      return [key, withPhrases(value as Record<string, unknown>, lng)];
    }),
  );
}
