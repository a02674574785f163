import { createContext, useContext } from "react";

/**
 * The nonce of a page with deferred data ("" without the front); undefined where inline scripts are trusted by their
 * hashes, and in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
