import { createContext, useContext } from "react";

/** The nonce of this answer's content security policy; undefined in the browser, where it is not readable. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
