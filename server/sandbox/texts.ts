import type { Context } from "hono";
import type { WireLanguage } from "../wire/common";

export const LANGUAGES = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts = Record<Language, string>;

/** Converts the language of a call (JA, EN, KO, ZH). */
export const languageIn = (field: WireLanguage) => field.toLowerCase() as Language;

/** Converts a language tag ("en", "EN", "zh-CN") to a language; undefined for any other. */
function languageFrom(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_;]/)[0];
  return LANGUAGES.find((language) => language === primary);
}

/**
 * Returns the language of calls without a language field (governance, product names, history notes): the first
 * supported one in Accept-Language, else Japanese.
 */
export function languageOf(c: Pick<Context, "req">): Language {
  const tags = (c.req.header("accept-language") ?? "").split(",");
  return tags.map(languageFrom).find((language) => language !== undefined) ?? "ja";
}

/** Returns a stored text in a language. Falls back to Japanese, then to any language. */
export function textIn(stored: string, language: Language): string {
  const texts = JSON.parse(stored) as Partial<Texts>;
  return texts[language] ?? texts.ja ?? Object.values(texts)[0] ?? "";
}
