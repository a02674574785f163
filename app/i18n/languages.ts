/** The interface languages (accounts-and-store.md section 1), the default first. */
export const languages = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = "ja";

/** Each language's name in itself, for the switcher. */
export const languageNames: Record<Language, string> = {
  ja: "日本語",
  en: "English",
  ko: "한국어",
  zh: "中文",
};

/** BCP 47 tags for `lang`, `hreflang` and Intl: our Chinese is the simplified one. */
export const languageTags: Record<Language, string> = { ja: "ja", en: "en", ko: "ko", zh: "zh-Hans" };

/** The language as the product API spells it: JA, EN, KO or ZH. */
export type ApiLanguage = Uppercase<Language>;

export function apiLanguage(lng: Language): ApiLanguage {
  return lng.toUpperCase() as ApiLanguage;
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && (languages as readonly string[]).includes(value);
}

/** Any string as one of our languages; the default for what is not one. */
export function asLanguage(value: unknown): Language {
  return isLanguage(value) ? value : defaultLanguage;
}
