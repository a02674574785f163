import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { instanceOf } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";

/** Renders a part of a page in a language. @returns its HTML */
export const markup = (part: ReactNode, lng: Language = "en"): string =>
  renderToStaticMarkup(<I18nextProvider i18n={instanceOf(lng)}>{part}</I18nextProvider>);
