/** The interface languages, default first (accounts-and-store.md section 1). */
export const languages = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = "ja";

export const languageNames: Record<Language, string> = {
  ja: "日本語",
  en: "English",
  ko: "한국어",
  zh: "中文",
};

export { languageTags } from "../domain/language-tag";

/** Language code in the product API: JA, EN, KO or ZH. */
export type ApiLanguage = Uppercase<Language>;

export const apiLanguage = (lng: Language) => lng.toUpperCase() as ApiLanguage;

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value);

export const asLanguage = (value: unknown) => (isLanguage(value) ? value : defaultLanguage);
