import { DAY } from "../members";
import { LANGUAGES, type Language, type Texts } from "../texts";

/** Japan has no summer time. */
const JAPAN_MS = 9 * 3_600_000;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const tags = { ja: "ja-JP", en: "en-GB", ko: "ko-KR", zh: "zh-CN" };

const written = (at: number, language: Language, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tags[language], { ...parts, timeZone: "Asia/Tokyo" }).format(at);

/** The first such day of the week after a moment's own day, in Japan's calendar. */
function nextWeekday(at: number, weekday: number): number {
  const today = new Date(at + JAPAN_MS).getUTCDay();
  return at + (((weekday - today + 6) % 7) + 1) * DAY;
}

function dateOf(at: number, language: Language, mark: string): string {
  const [, kind, anchor = "", days = "0"] = /^(day|month):([a-z]*)([+-]\d+)?$/.exec(mark) ?? [];
  if (kind === "month") {
    const month = new Date(at + JAPAN_MS);
    const first = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + Number(days), 1);
    // The long name is spelled in letters in Chinese (十二月).
    return written(first, language, { month: language === "zh" ? "short" : "long" });
  }
  const weekday = weekdays.indexOf(anchor);
  if (kind === undefined || (anchor !== "" && weekday === -1))
    throw new Error(`content has an unknown date: ${mark}`);
  const from = weekday === -1 ? at : nextWeekday(at, weekday);
  return written(from + Number(days) * DAY, language, {
    month: "long",
    day: "numeric",
    ...(weekday !== -1 && { weekday: "short" }),
  });
}

/**
 * Replaces date placeholders in a content text, because words like "tomorrow" are wrong the day after. `{{day:+1}}` is
 * the day after `at`, `{{day:mon}}` the first Monday after it, `{{day:mon+4}}` four days later, `{{month:+1}}` the next
 * month.
 *
 * @param at when the text was written, in ms since 1970
 * @throws when a date is none of these
 */
export function withDates(texts: Texts, at: number) {
  const dated = LANGUAGES.map((language) => [
    language,
    texts[language].replace(/\{\{([^}]*)\}\}/g, (_, mark: string) => dateOf(at, language, mark)),
  ]);
  return Object.fromEntries(dated) as Texts;
}
