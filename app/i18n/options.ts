import type { InitOptions } from "i18next";
import { languages } from "./languages";

/** What the server's and the browser's i18next instances have in common. */
export const i18nOptions = {
  supportedLngs: [...languages],
  // No fallback: a test compares the four languages, so a missing text is found there and not by a visitor
  // who suddenly reads another language.
  fallbackLng: false,
  defaultNS: "common",
  // React escapes; escaping twice would show entities.
  interpolation: { escapeValue: false },
  returnNull: false,
} satisfies InitOptions;

/** Namespaces that every page needs: header, footer, buttons, and the error catalogue. */
export const sharedNamespaces = ["common", "errors"] as const;
