import type { Context } from "hono";
import type { WireLanguage } from "../wire/common";

export const LANGUAGES = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts = Record<Language, string>;

/** Converts the language of a call (JA, EN, KO, ZH). */
export const languageIn = (field: WireLanguage) => field.toLowerCase() as Language;

/**
 * Returns the language of calls without a language field (governance, product names, history notes): the first
 * supported one in Accept-Language, else Japanese.
 */
export function languageOf(c: Pick<Context, "req">): Language {
  const tags = (c.req.header("accept-language") ?? "").toLowerCase().split(",");
  const primary = tags.map((tag) => tag.trim().split(/[-_;]/)[0]);
  return primary.flatMap((tag) => LANGUAGES.find((language) => language === tag) ?? [])[0] ?? "ja";
}

/** Returns a stored text in a language, else in Japanese; "" for `{}`. */
export function textIn(stored: string, language: Language): string {
  const texts = JSON.parse(stored) as Partial<Texts>;
  return texts[language] ?? texts.ja ?? "";
}

export const iso = (at: number) => new Date(at).toISOString();

/** A row whose columns are named as the fields of a response. */
export type Row<Name extends string = string> = Record<Name, string | number | null>;

/**
 * Returns a row as the API sends it: times (`created_at`, `createdAt`) in ISO format, `is_…` as booleans, and the
 * columns in `texts` in the language.
 */
export function shownRow<Name extends string>(
  row: Row<Name>,
  language: Language = "ja",
  texts: string[] = [],
) {
  const shown = Object.entries<Row[string]>(row).map(([name, value]) => {
    if (name.startsWith("is_")) return [name, value === 1];
    if (typeof value === "number") return [name, /(?:_a|A)t$/.test(name) ? iso(value) : value];
    return [name, value !== null && texts.includes(name) ? textIn(value, language) : value];
  });
  return Object.fromEntries(shown) as Record<Name, unknown>;
}
