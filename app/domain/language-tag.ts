/** The interface languages, default first (accounts-and-store.md section 1). */
export const languages = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof languages)[number];

/** BCP 47 tags for `lang`, `hreflang`, Intl and the API's Accept-Language: the site's Chinese is Simplified. */
export const languageTags = { ja: "ja", en: "en", ko: "ko", zh: "zh-Hans" } as const satisfies Record<
  Language,
  string
>;

/** Reads a language tag in any spelling (EN, zh_CN, ko-KR); undefined if the site has no such language. */
export function languageOfTag(tag: string | null | undefined): Language | undefined {
  const [first] = (tag ?? "").slice(0, 35).trim().toLowerCase().split(/[-_]/);
  return languages.find((lng) => lng === first);
}

/**
 * Returns the language of the query parameter `lng` of a request target. Only of its own parameter: a target in another
 * one (`?redirectTo=/news?lng=ko`) is no choice.
 */
export function languageOfQuery(url: string): Language | undefined {
  const start = url.indexOf("?");
  return start < 0 ? undefined : languageOfTag(new URLSearchParams(url.slice(start + 1)).get("lng"));
}
