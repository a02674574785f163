import { createContext, useContext } from "react";

/**
 * Nonce of a page with deferred data ("" without the HTTP front); undefined if the CSP trusts inline scripts by hash,
 * and in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
