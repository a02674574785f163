/** Scripts that identify one language. Chinese characters alone do not. */
const scripts = [
  ["ko", /\p{Script=Hangul}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ar", /\p{Script=Arabic}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["th", /\p{Script=Thai}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["el", /\p{Script=Greek}/u],
  ["hi", /\p{Script=Devanagari}/u],
] as const;

/** Number of UTF-16 units to examine; the beginning of a long text is enough. */
const LOOKED_AT = 400;

/**
 * Returns the language of a text as a BCP 47 tag, by the script with the most letters.
 *
 * @returns undefined if the letters identify no language: Latin letters, or Chinese characters alone
 */
export function detectLanguage(text: string): string | undefined {
  let most = 0;
  let found: string | undefined;
  const letters = [...text.slice(0, LOOKED_AT)];
  for (const [language, letter] of scripts) {
    const count = letters.filter((one) => letter.test(one)).length;
    if (count > most) [most, found] = [count, language];
  }
  return found;
}
