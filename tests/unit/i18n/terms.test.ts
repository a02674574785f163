/**
 * What a comparison of the four languages can find: mixed terms, labels that no screen has, and characters of another
 * language.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "~/i18n/languages";
import { localeTexts, type ReaderText, readerTexts } from "../../kit/project/reader-texts";

interface Concept {
  id: string;
  ja: string;
  ko: string;
  zh: string;
  /** Keys that are exempt. Undefined if another word may stand for the concept. */
  follows?: string[];
}
const { concepts } = JSON.parse(readFileSync("app/i18n/glossary.json", "utf8")) as { concepts: Concept[] };

/** Returns the words of a concept: "提案、提案者" are two. */
const wordsOf = (words: string) => words.split(/[、,]\s*/);
/** Removes marks that only guide line breaks, and makes a space of a no-break space. */
const plain = (text: string) => text.replace(/[\u200b\u2060]/gu, "").replaceAll("\u00a0", " ");

type Texts = ReadonlyMap<string, string>;
const textsIn = (lng: Language): Texts =>
  new Map(localeTexts(lng).map(([, key, text]) => [key, plain(text)]));

/** Returns the keys whose Japanese text has a concept's word, and whose other text has none of its words. */
const keysWithout = (
  { ja, follows = [], ...words }: Concept,
  japanese: Texts,
  lng: "ko" | "zh",
  other: Texts,
) =>
  [...japanese].flatMap(([key, text]) => {
    const translated = other.get(key);
    const has = (language: string, where: string) => wordsOf(language).some((word) => where.includes(word));
    return translated === undefined || follows.includes(key) || !has(ja, text) || has(words[lng], translated)
      ? []
      : [`${key}: ${words[lng]}: ${translated}`];
  });

describe("a text with a word of the glossary in Japanese", () => {
  const following = concepts.filter(({ follows }) => follows !== undefined);
  const japanese = textsIn("ja");

  it.each(["ko", "zh"] as const)("has the same word of the glossary in %s", (lng) => {
    expect(following.length).toBeGreaterThan(25);
    const other = textsIn(lng);
    expect(following.flatMap((concept) => keysWithout(concept, japanese, lng, other))).toEqual([]);
  });

  it("is found if another word stands in its place", () => {
    const lantern: Concept = { id: "lantern", ja: "灯籠", ko: "등롱", zh: "灯笼", follows: ["b"] };
    const found = keysWithout(
      lantern,
      new Map([
        ["a", "投票の灯籠"],
        ["b", "灯籠"],
        ["c", "灯台"],
        ["d", "灯籠"],
      ]),
      "ko",
      new Map([
        ["a", "투표 등불"],
        ["b", "등불"],
        ["c", "등대"],
        ["d", "등롱"],
      ]),
    );
    expect(found).toEqual(["a: 등롱: 투표 등불"]);
  });

  it("has exceptions that are needed", () => {
    const all = following.flatMap(({ follows = [], ...concept }) =>
      follows.filter(
        (key) =>
          !(["ko", "zh"] as const).some((lng) =>
            keysWithout(concept, japanese, lng, textsIn(lng)).some((fault) => fault.startsWith(`${key}: `)),
          ),
      ),
    );
    expect(all).toEqual([]);
  });
});

const quotes: Record<Language, RegExp> = {
  ja: /「([^」]+)」/gu,
  en: /“([^”]+)”/gu,
  ko: /‘([^’]+)’/gu,
  zh: /“([^”]+)”/gu,
};
/** Quotes of something that is no label of this site. */
const notLabels: Partial<Record<string, string>> = {
  "account:name.specialCharacterForbidden": "signs of a name",
  "download:install.ios.first.text": "a button of the App Store",
  "download:install.android.first.text": "a button of Google Play",
};

const labelOf = (text: string) =>
  plain(text)
    .replace(/[。.?？]$/u, "")
    .toLowerCase();
/** Returns the quoted words that are no text of the site. A quote with a parameter has its label at run time. */
function unknownLabels(lng: Language, texts: ReaderText[]): string[] {
  const labels = new Set(localeTexts(lng).map(([, , text]) => labelOf(text)));
  return texts.flatMap(([, key, text]) =>
    [...text.matchAll(quotes[lng])].flatMap(([, quoted = ""]) =>
      quoted.includes("{{") || labels.has(labelOf(quoted)) || key in notLabels ? [] : [`${key}: ${quoted}`],
    ),
  );
}

describe("a label in quotation marks", () => {
  it.each(languages)("is a label of the site in %s", (lng) => {
    expect(
      unknownLabels(
        lng,
        readerTexts(lng).filter(([scope]) => scope !== "content"),
      ),
    ).toEqual([]);
  });

  it("is found if no screen has it", () => {
    const text: ReaderText = ["locales", "a", "「可決に必要な票数」は「マイページ」にあります。"];
    expect(unknownLabels("ja", [text])).toEqual(["a: 可決に必要な票数"]);
  });
});

/** Returns the Chinese characters of a character set. GB 2312 has simplified ones, Shift_JIS those of Japanese. */
function charactersOf(label: "gb2312" | "shift_jis"): ReadonlySet<string> {
  const decoder = new TextDecoder(label);
  const found = new Set<string>();
  // GB 2312 is a part of what decodes as "gb2312": both of its bytes are at least 0xA1, the first at most 0xF7.
  const [first, second] = label === "gb2312" ? [0xa1, 0xa1] : [0x81, 0x40];
  const last = label === "gb2312" ? 0xf7 : 0xfc;
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = second; trail <= 0xfe; trail += 1)
      for (const character of decoder.decode(new Uint8Array([lead, trail])))
        if (/\p{Script=Han}/u.test(character)) found.add(character);
  return found;
}

describe("the characters", () => {
  const known = { zh: charactersOf("gb2312"), ja: charactersOf("shift_jis") };
  /** 凪 is a Japanese name, 瞭 (瞭望) a character that GB 2312 lacks. */
  const allowed = new Set("凪瞭");
  const foreign = (lng: "ja" | "zh", text: string) =>
    [...text].filter((one) => /\p{Script=Han}/u.test(one) && !known[lng].has(one) && !allowed.has(one));

  it.each(["ja", "zh"] as const)("in %s are those of the language", (lng) => {
    const faults = readerTexts(lng).flatMap(([, key, text]) =>
      foreign(lng, text).map((character) => `${key}: ${character}`),
    );
    expect(faults).toEqual([]);
  });

  it("are found if they are the other language's", () => {
    expect(foreign("zh", "購买")).toEqual(["購"]);
    expect(foreign("ja", "购入")).toEqual(["购"]);
  });
});
