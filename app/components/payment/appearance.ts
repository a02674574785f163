import type { Appearance, StripeElementLocale } from "@stripe/stripe-js";
import type { Language } from "~/i18n/languages";

/** The site's languages as Stripe locales; its "zh" is Simplified Chinese too. */
export const elementLocales: Record<Language, StripeElementLocale> = {
  ja: "ja",
  en: "en",
  ko: "ko",
  zh: "zh",
};

/**
 * Returns the site's style for the card form. The form is in a frame of another origin, which custom properties do not
 * reach, so their values are read from the page: the roles, which have other values at night.
 */
export function brandAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: "stripe",
    labels: "above",
    variables: {
      colorPrimary: token("--ring"),
      colorBackground: token("--float"),
      colorText: token("--text"),
      colorTextSecondary: token("--text-soft"),
      colorTextPlaceholder: token("--text-soft"),
      colorDanger: token("--danger"),
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "17px",
      borderRadius: "10px",
      spacingUnit: "4px",
    },
    rules: {
      ".Input": { border: `1.5px solid ${token("--line-field")}`, padding: "12px 16px" },
      ".Input--invalid": { border: `2px solid ${token("--danger")}` },
      ".Label": { fontWeight: "700", fontSize: "16px" },
      ".Error": { fontWeight: "600" },
    },
  };
}
