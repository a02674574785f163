import type { ChosenTheme } from "~/domain/theme";
import type { WholePage } from "./whole-page.server";

/**
 * What the HTTP front hands to every loader and action. All of it is optional, because `remix-serve`
 * serves the same build without the front.
 */
declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The nonce of this response's content security policy; undefined for a page that is made for many. */
    cspNonce?: string;
    /** The visitor's address, after as many trusted proxies as TRUST_PROXY says. */
    clientAddress?: string;
    /** The id of this request: in the log, on the error page, and sent to the API as X-Request-Id. */
    requestId?: string;
    /** The language of the four that a visitor who has not chosen may prefer to the page's (server/protocol/language.ts). */
    languageOffer?: "en" | "ko" | "zh";
    /** The theme that the visitor chose; null when the device decides. */
    theme?: ChosenTheme | null;
    /** Said by entry.server: this page is the same for everybody without a session, so that the front may keep it. */
    isSameForAll?: boolean;
    /** Set by entry.server for a document that is sent in one piece: the body, its entity tag and stored encodings. */
    page?: WholePage;
  }
}
