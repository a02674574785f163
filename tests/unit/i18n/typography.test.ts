/** Quotation marks, spaces between scripts, punctuation, and texts with random parameters, in each language. */
import { describe, expect, it } from "vitest";
import { formatCount, formatHundredths } from "~/domain/money";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDate,
  formatMonth,
  formatTime,
} from "~/domain/japan-time";
import { formatList } from "~/i18n/list-format";
import { formatNumber } from "~/domain/number-format";
import { amountText } from "~/i18n/amount-text";
import { dynamicKey } from "~/i18n/dynamic";
import { translator } from "~/i18n/i18n.server";
import { type Language, languages, languageTags } from "~/i18n/languages";
import { seededRandom } from "#server/sandbox/seed/random";
import { localeTexts, type ReaderText, readerTexts } from "../../kit/project/reader-texts";
import { seedOf } from "../../kit/data/random";

/** Seed of the random values. Failures print it, and `SEED=… vitest …` repeats the run. */
const SEED = seedOf("SEED");
console.log(`typography: SEED=${SEED}`);

const kana = "\\p{Script=Hiragana}\\p{Script=Katakana}ー";
/** English words in a row: a text that was not translated. A company's name is at most two. */
const english: [reason: string, not: RegExp] = ["not English", /(?:[a-z]{2,} ){2}[a-z]{2,}/u];
/** Patterns that no text of the language may match, each with the reason. */
const faultsIn: Record<Language, [reason: string, not: RegExp][]> = {
  ja: [
    ["quotes are 「」", /["“”‘’]/u],
    [
      "no space between Japanese and Latin letters or digits",
      new RegExp(`[${kana}\\p{Script=Han}] [A-Za-z0-9]|[A-Za-z0-9] [${kana}\\p{Script=Han}]`, "u"),
    ],
    ["marks are wide", new RegExp(`[${kana}\\p{Script=Han}][,!?;:]`, "u")],
    ["no space before a mark", /[ \u00a0][、。）」]/u],
    ["not Korean", /\p{Script=Hangul}/u],
    english,
  ],
  en: [
    ["quotes are “ ” and ’", /["'「」]/u],
    ["no space before a mark", /[a-z] [,.;:)](?!\w)|[a-z] [!?](?! [?#])/u],
    ["no Japanese, Korean or Chinese", new RegExp(`[${kana}\\p{Script=Han}\\p{Script=Hangul}]`, "u")],
  ],
  ko: [
    ["quotes are ‘ ’", /["“”「」]/u],
    ["marks are narrow", /[，。：；！？（）、]/u],
    ["no space before a mark", /\p{Script=Hangul} [,.;:!?)]/u],
    ["no Japanese or Chinese", new RegExp(`[${kana}\\p{Script=Han}]`, "u")],
    english,
  ],
  zh: [
    ["quotes are “ ”", /["「」‘’]/u],
    ["a space between Chinese and Latin words", /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u],
    ["no space between Chinese and digits", /\p{Script=Han} \d|(?<![A-Za-z])\d \p{Script=Han}/u],
    ["marks are wide", /\p{Script=Han}[,!?;:]/u],
    ["no space before a mark", /[ \u00a0][，。）”]/u],
    ["no Japanese or Korean", new RegExp(`[${kana}\\p{Script=Hangul}]`, "u")],
    english,
  ],
};
const faultsOf = (lng: Language, texts: ReaderText[]) =>
  texts.flatMap(([, key, text]) =>
    faultsIn[lng].flatMap(([reason, not]) => {
      const found = not.exec(text);
      return found
        ? [`${key}: ${reason}: ${text.slice(Math.max(0, found.index - 20), found.index + 25)}`]
        : [];
    }),
  );

/**
 * Excludes legal texts, which have their own rules, the texts of files such as tables and calendars, which have a
 * fixed syntax, and the one inquiry that its member wrote in English.
 */
const isProse = ([scope, key]: ReaderText) => scope !== "files" && !/^(?:legal:|inquiry:11\.)/.test(key);

describe("the texts", () => {
  it.each(languages)("in %s have the marks, spaces and script of their language [A009.1]", (lng) => {
    const texts = readerTexts(lng).filter(isProse);
    expect(texts.length).toBeGreaterThan(1400);
    expect(faultsOf(lng, texts)).toEqual([]);
  });

  it("are found where they have not", () => {
    const faults = (lng: Language, text: string) => faultsOf(lng, [["locales", "a", text]]).length;
    expect(faults("ja", "Soria の残高")).toBe(1);
    expect(faults("ja", "“残高”,")).toBe(1);
    expect(faults("en", 'say "yes" now , please')).toBe(2);
    expect(faults("ko", "“잔액”。")).toBe(2);
    expect(faults("zh", "用Soria支付 5 次「好」")).toBe(3);
    expect([faults("ja", "残高 잔액"), faults("ko", "残高"), faults("zh", "残高の")]).toEqual([1, 1, 1]);
    expect([faults("en", "残高"), faults("ko", "Please try again in a moment.")]).toEqual([1, 1]);
  });
});

const names = [
  "水野 灯",
  "Ottoline Brandt",
  "하늘섬주민",
  "云上小屋",
  "a",
  "the_one_who_always_takes_the_last_ferry_home",
];

/** Returns a value for a text's parameter, chosen by its name, of the type that the site would pass. */
function valueFor(name: string, lng: Language, random: ReturnType<typeof seededRandom>): string | number {
  const t = translator(lng);
  // The site passes amounts as formatted text. Other numbers are formatted by the text itself.
  if (/^(price|before|required|balance|missing|taken|amount|opening|closing|lowest|highest)$/.test(name))
    return amountText(
      t,
      random.whole(0, 10 ** random.whole(2, 10)),
      random.pick(["SORIA", "POINT", "USD"] as const),
    );
  if (/^(name|title|label|who|author|item)$/.test(name)) return random.pick(names);
  if (/^(time|date|until|day)$/.test(name)) return formatDate(random.whole(0, 2 ** 31) * 1000, lng);
  return random.whole(0, 10 ** random.whole(1, 6));
}

describe.each(languages)("random values in %s", (lng) => {
  const t = translator(lng);
  const tag = languageTags[lng];

  it("leave no hole and no wrong space in a text, and numbers keep their separators", () => {
    const random = seededRandom(SEED);
    const holed = localeTexts(lng).filter(([, , text]) => text.includes("{{"));
    expect(holed.length).toBeGreaterThan(100);
    for (const [, key, text] of holed) {
      const params = Object.fromEntries(
        [...text.matchAll(/{{\s*(\w+)([^}]*)/g)].map(([, name = "", format = ""]) => [
          name,
          /number/.test(format) ? random.whole(0, 10 ** random.whole(1, 6)) : valueFor(name, lng, random),
        ]),
      );
      // The count selects the plural form.
      const base = key.replace(/_(zero|one|two|few|many|other)$/, "");
      const filled = dynamicKey(t, base, { ...params, ...(key.endsWith("_one") && { count: 1 }) });
      const place = `SEED=${SEED} ${key} ${JSON.stringify(params)}: ${filled}`;
      expect(filled, place).not.toMatch(/{{|}}|undefined|NaN|\[object| {2}/);
      expect(filled, place).not.toMatch(/[ \u00a0][、。，]/);
      for (const [, name = ""] of text.matchAll(/{{\s*(\w+),\s*number/g))
        // With a count of 1 the text of "_one" is shown, which may do without the number.
        if (typeof params[name] === "number" && !key.endsWith("_one") && params["count"] !== 1)
          expect(filled, place).toContain(formatNumber(params[name] as number, tag));
    }
  });

  it("have one figure: counts, numbers and the whole part of amounts are separated alike", () => {
    const random = seededRandom(SEED + 1);
    for (let run = 0; run < 200; run += 1) {
      const value = random.whole(0, 10 ** random.whole(1, 12));
      const text = formatNumber(value, tag);
      expect(formatCount(value), `SEED=${SEED}`).toBe(text);
      expect(formatHundredths(value * 100), `SEED=${SEED}`).toBe(`${text}.00`);
      expect(Number(text.replaceAll(",", "")), `SEED=${SEED}`).toBe(value);
      expect(t("my-page:history.perPage", { count: value }), `SEED=${SEED}`).toContain(text);
    }
  });

  it("have the days, months, weekdays and times that Intl has", () => {
    const random = seededRandom(SEED + 2);
    const intlTag = lng === "en" ? "en-GB" : tag;
    const as = (parts: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(intlTag, { ...parts, timeZone: "Asia/Tokyo" });
    const [long, month] = [as({ dateStyle: "long" }), as({ year: "numeric", month: "long" })];
    const digits = as({ year: "numeric", month: "numeric", day: "numeric" });
    const [day, weekday] = [as({ month: "long", day: "numeric" }), as({ weekday: "short" })];
    const time = as({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);
    for (let run = 0; run < 200; run += 1) {
      const at = random.whole(0, 4_102_444_800) * 1000;
      expect(formatLongDate(at, lng), `SEED=${SEED} ${at}`).toBe(long.format(at));
      expect(formatMonth(at, lng), `SEED=${SEED} ${at}`).toBe(month.format(at));
      expect(formatTime(at, lng), `SEED=${SEED} ${at}`).toBe(time.format(at));
      expect(formatDay(at, lng), `SEED=${SEED} ${at}`).toEqual({
        day: day.format(at),
        weekday: weekday.format(at),
      });
      expect(formatDateTime(at, lng), `SEED=${SEED} ${at}`).toBe(
        `${formatDate(at, lng)}${lng === "en" ? "," : ""} ${formatTime(at, lng)}`,
      );
      if (lng !== "en")
        expect(numbersIn(formatDate(at, lng)), `SEED=${SEED} ${at}`).toEqual(numbersIn(digits.format(at)));
    }
  });

  it("are joined to lists of their language", () => {
    const random = seededRandom(SEED + 3);
    const expected = { ja: "、", en: " and ", ko: ", ", zh: "和" }[lng];
    for (let run = 0; run < 100; run += 1) {
      const items = Array.from({ length: random.whole(2, 7) }, (_, i) => `${random.pick(names)}${i}`);
      const list = formatList(items, lng);
      for (const item of items) expect(list, `SEED=${SEED}`).toContain(item);
      expect(list.slice(list.lastIndexOf(items.at(-2) ?? "") + (items.at(-2) ?? "").length)).toBe(
        expected + (items.at(-1) ?? ""),
      );
      expect(list).not.toContain(" 및 ");
    }
    expect(formatList(["a"], lng)).toBe("a");
    expect(formatList([], lng)).toBe("");
  });
});
