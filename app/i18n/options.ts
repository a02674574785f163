import type { InitOptions } from "i18next";
import { languages } from "./languages";

export const i18nOptions = {
  supportedLngs: [...languages],
  // No fallback: a test compares the four languages and finds missing texts, so visitors never see another language.
  fallbackLng: false,
  defaultNS: "common",
  // React escapes already; escaping twice would show entities.
  interpolation: { escapeValue: false },
  returnNull: false,
} satisfies InitOptions;

/** Namespaces of every page: header, footer, buttons, and the error catalogue. */
export const sharedNamespaces = ["common", "errors"] as const;
