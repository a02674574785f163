import texts from "./texts.json";

export type Locale = "ja" | "en" | "ko" | "zh";

/** Texts of the stand-in in the languages of the site; `locale` selects one, as in Stripe. */
export const TEXTS: Readonly<Record<Locale, (typeof texts)["ja"]>> = texts;

/** Returns one of the four languages; English for any other, as in Stripe. */
export function localeOf(wanted: string | undefined): Locale {
  const short = (wanted ?? "").slice(0, 2).toLowerCase();
  return short === "ja" || short === "ko" || short === "zh" ? short : "en";
}

export function messageOf(locale: Locale, code: string, declineCode?: string): string {
  const errors: Partial<Record<string, string>> = TEXTS[locale].errors;
  return errors[declineCode ?? ""] ?? errors[code] ?? TEXTS[locale].errors.card_declined;
}
