import { createContext, useContext } from "react";
import type { ChosenTheme } from "~/domain/theme";
import type { Language } from "~/i18n/languages";

export interface RootUser {
  /** Undefined for a wallet member without an e-mail address. */
  email?: string | undefined;
  firstName: string;
  lastName: string;
}

export interface FlashText {
  kind: "success" | "info" | "error" | "alert" | "done";
  text: string;
  /** Sentences after the text: what the reader can do next. */
  next?: string[];
  link?: { to: string; text: string };
  /** The message says that the member was signed out: it goes when they sign in again. */
  isAboutSession?: true;
  /** Id of a message that may come with two responses in a row. */
  id?: string;
}

export interface RootData {
  lng: Language;
  theme: ChosenTheme | null;
  /** Hour of day in Japan, 0 to 23. */
  hour: number;
  user: RootUser | null;
  /** Hash of the member, which forms also contain; "" for a guest. */
  who: string;
  flash: FlashText[];
  /** Purchases that may have been paid, as texts, for pages that failed to load. */
  inDoubt: { key: string; text: string; link: string }[];
  /** Without a trailing slash. */
  siteUrl: string;
  /** Path and query of the last request to the root loader. */
  path: string;
  shareAlt: string;
  /** Starts the title of a document whose form came back with errors. */
  errorPrefix: string | null;
  /** Title of this document if a loader of the page fails, so that `meta` has no data of the page. */
  errorTitle: string;
  /** Message and title of a page of this area whose thing the API does not know; null in other areas. */
  gone: { key: string; title: string } | null;
  /** Request id of a client-side navigation; null in a document, whose HTML is the same for the same data. */
  requestId: string | null;
  plainFetch?: true;
  /** Language to offer to a guest who has not chosen one, and the offer in that language. */
  offer: { lng: Language; text: string } | null;
  /** Of a planned or running maintenance, or one that is over. */
  maintenance: { text: string; link?: string } | null;
}

/** Remix's own hook would render each reader at every step of a navigation. */
export const RootDataContext = createContext<RootData | undefined>(undefined);

/** Returns the root loader's data; undefined only if the root loader failed. */
export const useRootData = (): RootData | undefined => useContext(RootDataContext);
