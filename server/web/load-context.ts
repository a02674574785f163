import "@remix-run/node";

/** What the HTTP front passes to loaders and actions; nothing under `remix-serve`. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The visitor's IP address: the nearest one that is not a listed proxy (TRUST_PROXY). */
    clientAddress?: string;
    /** Request id: in the log, on the error page, and sent to the API as X-Request-Id. */
    requestId?: string;
    /** Whether a script asks for data only: its later parts may follow (`defer`). A document is always whole. */
    isDataRequest?: boolean;
    /** A form of this request came back with errors, which the document's title says. */
    hasFormErrors?: boolean;
    /** Language of the page: a form sends that of its page (untrusted text), otherwise i18n.server.ts reads it. */
    language?: string;
  }
}
