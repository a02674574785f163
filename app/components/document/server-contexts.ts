import type { EntryContext } from "@remix-run/node";
import { createContext } from "react";

/** On the server: what Remix passes to the entry, with the manifest and the data for hydration. */
export const EntryContextOfPage = createContext<EntryContext | undefined>(undefined);

/**
 * Request id for error pages. On the server it returns the current request's id and marks the page as not cacheable; in
 * the browser it returns the id in the document.
 */
export const RequestIdContext = createContext((): string | undefined => undefined);
