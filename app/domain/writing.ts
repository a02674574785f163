/** The writing systems that tell a language, by the letters that only they have. Chinese characters alone tell none. */
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

/** A longer text says in its beginning what it is written in. */
const LOOKED_AT = 400;

/**
 * The language that a text is surely written in, as a BCP 47 tag: that of the writing system with the most letters.
 *
 * @returns undefined where the letters do not tell: Latin ones, which most languages share, and Chinese characters
 */
export function languageOfText(text: string): string | undefined {
  let most = 0;
  let found: string | undefined;
  const letters = [...text.slice(0, LOOKED_AT)];
  for (const [language, letter] of scripts) {
    const count = letters.filter((one) => letter.test(one)).length;
    if (count > most) [most, found] = [count, language];
  }
  return found;
}
