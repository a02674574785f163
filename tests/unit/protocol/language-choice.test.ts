/** `?lng=`: which language it names, and when it is kept. */
import { describe, expect, it } from "vitest";
import { languageOfQuery, languageOfTag } from "~/domain/language-tag";
import { keepLanguage, languageCookieHeader, languageCookieOf } from "#server/protocol/language.server";

it.each([
  ["EN", "en"],
  ["zh_CN", "zh"],
  ["zh-Hant-TW", "zh"],
  ["KO-kr", "ko"],
  [" ja ", "ja"],
  ["fr", undefined],
  ["english", undefined],
  ["", undefined],
  ["e".repeat(100_000), undefined],
])("%j names %j", (tag, lng) => expect(languageOfTag(tag)).toBe(lng));

it.each([
  ["/news?lng=EN", "en"],
  ["/news?page=2&lng=zh_CN#x", "zh"],
  ["/sign-in?redirectTo=/news?lng=ko", undefined],
  ["/news?keyword=a?lng=en", undefined],
  ["/news?xlng=en", undefined],
  ["/news", undefined],
])("the address %s names %j", (url, lng) => expect(languageOfQuery(url)).toBe(lng));

function cookieFor(originalUrl: string, headers: Record<string, string> = {}, method = "GET") {
  const cookies: string[] = [];
  const res = { append: (_: string, value: string) => cookies.push(value) };
  let isOver = false;
  keepLanguage(false)({ method, originalUrl, headers } as never, res as never, () => (isOver = true));
  expect(isOver).toBe(true);
  return cookies[0]?.split(";")[0];
}

it("is kept in any case, from a document that somebody opens", () => {
  for (const lng of ["en", "EN", "en_GB", "en-US"])
    expect(cookieFor(`/news?lng=${lng}`)).toBe(languageCookieOf("en"));
  expect(cookieFor("/news?lng=EN", { "sec-fetch-dest": "document" })).toBe(languageCookieOf("en"));
});

it("is kept for a year, for every page [A009.3 P130.1]", () => {
  expect(languageCookieHeader("ko", true)).toBe(
    `${languageCookieOf("ko")}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure`,
  );
});

it.each([
  [{ "sec-purpose": "prefetch" }],
  [{ "sec-purpose": "prefetch;prerender" }],
  [{ purpose: "prefetch" }],
  [{ "x-moz": "prefetch" }],
  [{ "x-purpose": "preview" }],
  [{ "sec-fetch-dest": "image" }],
])("is not kept from a request with %j", (headers) => {
  expect(cookieFor("/news?lng=en", headers as Record<string, string>)).toBeUndefined();
});

it("is not kept from the address in another parameter, or from a file for machines", () => {
  expect(cookieFor("/sign-in?redirectTo=/news?lng=ko")).toBeUndefined();
  expect(cookieFor("/news/feed.xml?lng=en")).toBeUndefined();
  expect(cookieFor("/news?lng=en", {}, "HEAD")).toBeUndefined();
});

describe("the language menu's form, whose URL is that of the page", () => {
  function visit(originalUrl: string, headers: Record<string, string> = {}) {
    let target: string | undefined;
    const res = {
      append: () => undefined,
      setHeader: () => res,
      redirect: (_: number, to: string) => (target = to),
    };
    keepLanguage(false)({ method: "GET", originalUrl, headers } as never, res as never, () => undefined);
    return target;
  }

  it.each([
    ["/support/faq?open=5&choose=lng&lng=en", "/support/faq?open=5"],
    ["/news?type=EVENT&choose=lng&lng=ko", "/news?type=EVENT"],
    ["/?choose=lng&lng=zh", "/"],
    ["/terms-of-use?choose=lng", "/terms-of-use"],
    ["//evil.example/?choose=lng&lng=en", "/"],
    ["/.//evil.example?choose=lng&lng=en", "/"],
    ["/news?lng=en", undefined],
  ])("%s redirects to %j, without a fragment", (url, target) => expect(visit(url)).toBe(target));

  it("renders the page for a prefetch, which chooses nothing", () => {
    expect(visit("/news?choose=lng&lng=en", { "sec-purpose": "prefetch" })).toBeUndefined();
  });
});
