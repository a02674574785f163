import type { Context } from "hono";
import type { WireLanguage } from "../wire/common";

export const LANGUAGES = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts = Record<Language, string>;

/** JA, EN, KO, ZH as the calls have them. */
export const languageIn = (field: WireLanguage) => field.toLowerCase() as Language;

/** "en", "EN", "zh-CN"… to one of ours; undefined for every other. */
function languageFrom(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_;]/)[0];
  return LANGUAGES.find((language) => language === primary);
}

/**
 * The language of calls that carry none of their own (governance, product names, notes of the history): the first
 * one of Accept-Language that there are texts in, else Japanese.
 */
export function languageOf(c: Pick<Context, "req">): Language {
  const tags = (c.req.header("accept-language") ?? "").split(",");
  return tags.map(languageFrom).find((language) => language !== undefined) ?? "ja";
}

/** A stored text in a language; what is missing falls back to Japanese, then to whatever there is. */
export function textIn(stored: string, language: Language): string {
  const texts = JSON.parse(stored) as Partial<Texts>;
  return texts[language] ?? texts.ja ?? Object.values(texts)[0] ?? "";
}
