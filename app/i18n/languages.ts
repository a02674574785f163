import { type Language, languages } from "../domain/language-tag";

export { type Language, languages, languageTags } from "../domain/language-tag";

export const defaultLanguage: Language = "ja";

export const languageNames: Record<Language, string> = {
  ja: "日本語",
  en: "English",
  ko: "한국어",
  zh: "中文",
};

/** Language code in the product API: JA, EN, KO or ZH. */
export type ApiLanguage = Uppercase<Language>;

export const apiLanguage = (lng: Language) => lng.toUpperCase() as ApiLanguage;

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value);

export const asLanguage = (value: unknown) => (isLanguage(value) ? value : defaultLanguage);
