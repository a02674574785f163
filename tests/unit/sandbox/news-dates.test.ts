/** News posts use dates, because a word such as "tomorrow" is wrong a day later. */
import { expect, it } from "vitest";
import { loadContent } from "#server/sandbox/content";
import { publicStatements, withDates } from "#server/sandbox/seed/content";
import { seededRandom } from "#server/sandbox/seed/random";

const relative = {
  ja: /明日|昨日|前日|本日|今日|きょう|来週|先週|今週|来月|今月|先月|来年|まもなく|近日|翌週/,
  en: /\b(tomorrow|yesterday|today|tonight|(next|this|last) (week|month|year|weekend)|soon)\b/i,
  ko: /내일|어제|전날 \d|오늘|다음 ?주|다음 ?달|지난주|지난달|이번 ?주|이번 ?달|곧 /,
  zh: /明天|明日|昨天|昨日|前一日|今天|今日|下周|下个月|上周|即将|本周|本月|今晚/,
} as const;
const languages = ["ja", "en", "ko", "zh"] as const;
/** The post on version 1.8.0 quotes the periods of the history filter. */
const quotesFilter = /1\.8\.0/;

it.each(languages)("no post in %s has a word that is relative to its day", (lng) => {
  const posts = loadContent().news.filter(({ title }) => !quotesFilter.test(title[lng]));
  expect(posts.length).toBeGreaterThan(40);
  const found = posts.flatMap(({ title, content }) =>
    [title[lng], content[lng]].flatMap((text) => relative[lng].exec(text)?.[0] ?? []),
  );
  expect(found).toEqual([]);
});

it("writes every date of the news for the day of its post", () => {
  const now = Date.UTC(2026, 11, 31, 20);
  const rows = publicStatements(seededRandom(7), loadContent(), now).flatMap((statement) =>
    typeof statement === "object" && "sql" in statement && /INTO news/.test(statement.sql)
      ? [Object.values(statement.args ?? {})]
      : [],
  );
  expect(rows.length).toBeGreaterThan(40);
  const texts = rows.flatMap((args) => args.map(String).filter((text) => text.startsWith("{")));
  expect(texts.filter((text) => /\{\{|\}\}|Invalid/.test(text))).toEqual([]);
  // The first post is from the day before, 31 December in Japan, so the day it announces is in the next year.
  expect(JSON.parse(texts[0] ?? "")).toMatchObject({
    ja: expect.stringContaining("1月1日の2:00"),
    en: expect.stringContaining("on 1 January from"),
    ko: expect.stringContaining("1월 1일 2:00"),
    zh: expect.stringContaining("1月1日2:00"),
  });
});

it("computes days in Japan's calendar", () => {
  const text = (mark: string) => ({ ja: mark, en: mark, ko: mark, zh: mark });
  // 15:30 UTC on Sunday 28 February 2027 is Monday 1 March in Japan.
  const at = Date.UTC(2027, 1, 28, 15, 30);
  expect(withDates(text("{{day:+0}}"), at)).toEqual({
    ja: "3月1日",
    en: "1 March",
    ko: "3월 1일",
    zh: "3月1日",
  });
  expect(withDates(text("{{day:mon}}"), at).en).toBe("Mon 8 March");
  expect(withDates(text("{{day:mon+4}}"), at).ja).toBe("3月12日(金)");
  expect(withDates(text("{{day:sun}}"), at).ko).toBe("3월 7일 (일)");
  expect(withDates(text("{{month:+1}}"), at)).toEqual({ ja: "4月", en: "April", ko: "4월", zh: "4月" });
  expect(withDates(text("{{month:+10}}"), at).en).toBe("January");
  for (const mark of ["{{day:someday}}", "{{tomorrow}}", "{{day:+}}"])
    expect(() => withDates(text(mark), at)).toThrow("unknown date");
});
