import { useRouteLoaderData } from "@remix-run/react";
import type { ChosenTheme } from "~/domain/theme";
import type { Language } from "~/i18n/languages";

/** What every page's header says of the signed-in member. */
export interface RootUser {
  /** Missing when a wallet member has none. */
  email?: string | undefined;
  firstName: string;
  lastName: string;
}

export interface FlashText {
  kind: "success" | "info" | "error" | "alert" | "done";
  /** Already in the visitor's language. */
  text: string;
  /** The sentences behind it: what its reader can do next. */
  next?: string[];
  /** The way to do it. */
  link?: { to: string; text: string };
  /** Of one that comes with every page until it was shown. */
  id?: string;
  /** The address of a picture of nothing, whose loading tells the server that a browser has shown it. */
  shown?: string;
}

export interface RootData {
  lng: Language;
  /** The theme that the visitor chose; null when the device decides. */
  theme: ChosenTheme | null;
  user: RootUser | null;
  /** The same as an opaque mark, which forms carry too; "" for a guest. */
  who: string;
  flash: FlashText[];
  /** Purchases of which it is not known whether they were paid, in words; for pages that can say nothing else. */
  inDoubt: { key: string; text: string; link: string }[];
  /** The site's own origin, without a slash at the end. */
  siteUrl: string;
  /** The path and query that were asked for when the root was last loaded. */
  path: string;
  /** What the picture for sharing of the page's area shows, in words. */
  shareAlt: string;
  /** Of a navigation in the browser; null in a document, whose bytes are the same for the same data. */
  requestId: string | null;
  /** CHECKED_FETCH=0: the page leaves `fetch` alone. */
  plainFetch?: true;
  /** The language to offer to a guest who has not chosen one, and the offer in its words. */
  offer: { lng: Language; text: string } | null;
}

/** What the root loader found; undefined only on a page where the root loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
