import { DAY } from "../members";
import { LANGUAGES, type Language, type Texts } from "../texts";

/** Japan has no summer time. */
const JAPAN_MS = 9 * 3_600_000;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const tags = { ja: "ja-JP", en: "en-GB", ko: "ko-KR", zh: "zh-CN" };

const written = (at: number, language: Language, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tags[language], { ...parts, timeZone: "Asia/Tokyo" }).format(at);

const DATE = new RegExp(`^(day|month):(${weekdays.join("|")})?([+-]\\d+)?$`);

function dateOf(at: number, language: Language, mark: string): string {
  const [, kind, weekday, days = "0"] = DATE.exec(mark) ?? [];
  if (kind === undefined) throw new Error(`content has an unknown date: ${mark}`);
  const inJapan = new Date(at + JAPAN_MS);
  if (kind === "month") {
    const first = Date.UTC(inJapan.getUTCFullYear(), inJapan.getUTCMonth() + Number(days), 1);
    // The long name is spelled in letters in Chinese (十二月).
    return written(first, language, { month: language === "zh" ? "short" : "long" });
  }
  // To the first such day of the week after the day itself.
  const ahead = weekday ? ((weekdays.indexOf(weekday) - inJapan.getUTCDay() + 6) % 7) + 1 : 0;
  return written(at + (ahead + Number(days)) * DAY, language, {
    month: "long",
    day: "numeric",
    ...(weekday && { weekday: "short" }),
  });
}

/**
 * Replaces date placeholders in a content text, because words like "tomorrow" are wrong the day after. `{{day:+1}}` is
 * the day after `at`, `{{day:mon}}` the first Monday after it, `{{day:mon+4}}` four days later, `{{month:+1}}` the next
 * month.
 *
 * @param at when the text was written, in ms since 1970
 */
export function withDates(texts: Texts, at: number) {
  const dated = LANGUAGES.map((language) => [
    language,
    texts[language].replace(/\{\{([^}]*)\}\}/g, (_, mark: string) => dateOf(at, language, mark)),
  ]);
  return Object.fromEntries(dated) as Texts;
}
