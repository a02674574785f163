import { createContext } from "react";

/**
 * The id that an error page prints. On the server it is the request's own, and reading it marks the page as one that is
 * not sent again; in the browser it is what the document says.
 */
export const RequestIdContext = createContext((): string | undefined => undefined);

/** The id in the present document; undefined where it prints none. */
export const printedId = (): string | undefined =>
  document.querySelector(".lost__id code")?.textContent ?? undefined;
