import { createContext } from "react";

/**
 * Request id for error pages. On the server it returns the current request's id and marks the page as not cacheable; in
 * the browser it returns the id in the document.
 */
export const RequestIdContext = createContext((): string | undefined => undefined);

export const printedId = (): string | undefined =>
  document.querySelector(".lost__id code")?.textContent ?? undefined;
