import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import brand from "#brand/brand.json";
import { brandText } from "~/domain/brand-text";
import { languages } from "~/i18n/languages";
import { flat } from "../../kit/project/reader-texts";

const folder = "app/i18n/locales";
const PLURAL = /_(zero|one|two|few|many|other)$/;

function texts(lng: string, file: string): Map<string, string> {
  return new Map(
    flat(JSON.parse(brandText(readFileSync(join(folder, lng, file), "utf8"), lng, brand)) as object, ""),
  );
}

/** Texts that are the same in every language. */
const names = new Set([
  ...["Windows", "App Store", "iPhone(iOS)", "Google Play", "Android", "OS"],
  ...["Stripe", "PayPal", "DAO", "TOKEN ID", "USD", "SGD"],
  ...[brand.brand, brand.coin, brand.coinPlus].flatMap((name) => Object.values(name)),
]);

const files = readdirSync(join(folder, "ja"));

describe.each(files)("%s", (file) => {
  const japanese = texts("ja", file);
  const keysOf = (all: Map<string, string>) =>
    [...new Set([...all.keys()].map((key) => key.replace(PLURAL, "")))].sort();
  const parametersOf = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort();

  it.each(languages.filter((lng) => lng !== "ja"))(
    "%s has the keys of Japanese, none empty [A009.1]",
    (lng) => {
      const other = texts(lng, file);
      expect(keysOf(other)).toEqual(keysOf(japanese));
      for (const [key, text] of other) expect(text.trim(), key).not.toBe("");
    },
  );

  it.each(languages.filter((lng) => lng !== "en"))("%s has English words in names only [A009.1]", (lng) => {
    for (const [key, text] of texts(lng, file)) {
      const words = text.replaceAll(/{{.*?}}/g, "");
      if (/[A-Za-z]{2}/.test(words) && !names.has(words)) expect(words, key).toMatch(/[^\x20-\x7e]/);
    }
  });

  it.each(languages)("%s uses the parameters of Japanese", (lng) => {
    for (const [key, text] of texts(lng, file)) {
      const base = key.replace(PLURAL, "");
      const original = japanese.get(key) ?? japanese.get(`${base}_other`);
      // Singular forms such as "1 post" need no parameter.
      if (key.endsWith("_one") || original === undefined) continue;
      expect(parametersOf(text), `${lng} ${key}`).toEqual(parametersOf(original));
    }
  });
});

/** Numbers that one language writes as a word (a month), or that are one more example. */
const ownNumbers: Record<string, string[]> = { "web.041": ["70"], "summary.note": ["11"] };

/** Returns the numbers of a text, without those of its parameters and references. */
const numbersOf = (text: string) => text.replaceAll(/{{.*?}}|\$t\(.*?\)|<.*?>|,/g, "").match(/\d+/g) ?? [];

it.each(languages.filter((lng) => lng !== "en"))(
  "%s has the numbers of the English texts, and no others of two digits [A073.1 A073.2 P185.1 P185.2]",
  (lng) => {
    for (const file of files) {
      const english = texts("en", file);
      for (const [key, text] of texts(lng, file)) {
        const numbers = numbersOf(text);
        const inEnglish = numbersOf(english.get(key) ?? text);
        expect(numbers, `${file} ${key}`).toEqual(expect.arrayContaining(inEnglish));
        const known = new Set([...inEnglish, ...(ownNumbers[key] ?? [])]);
        const more = numbers.filter((number) => number.length > 1 && !known.has(number));
        expect(more, `${file} ${key}`).toEqual([]);
      }
    }
  },
);

it.each([
  ["en", /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Han}]/u],
  ["ja", /\p{sc=Hangul}/u],
  ["ko", /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u],
  ["zh", /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u],
])("%s has no text in the script of another language [A009.1 A320.1]", (lng, other) => {
  for (const file of files)
    for (const [key, text] of texts(lng, file)) expect(text, `${file} ${key}`).not.toMatch(other);
});

it("each language has the same files", () => {
  for (const lng of languages) expect(readdirSync(join(folder, lng)), lng).toEqual(files);
});
