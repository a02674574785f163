import type { ChosenTheme } from "~/domain/theme";
import type { WholePage } from "./whole-page.server";

/** What the HTTP front passes to loaders and actions; nothing under `remix-serve`. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Nonce of this response's content security policy; undefined for a shared page. */
    cspNonce?: string;
    /** The visitor's IP address: the nearest one that is not a listed proxy (TRUST_PROXY). */
    clientAddress?: string;
    /** Request id: in the log, on the error page, and sent to the API as X-Request-Id. */
    requestId?: string;
    /** Language to offer to a visitor who has not chosen one (server/protocol/language.ts). */
    languageOffer?: "en" | "ko" | "zh";
    /** Language of the page: a form sends that of its page (untrusted text), otherwise i18n.server.ts reads it. */
    language?: string;
    /** Theme that the visitor chose; null when the device decides. */
    theme?: ChosenTheme | null;
    /** Set by entry.server: the page is the same for everybody without a session, so the front may cache it. */
    isSameForAll?: boolean;
    /** Set by entry.server for a document that is sent as one buffer: body, entity tag and compressed copies. */
    page?: WholePage;
  }
}
