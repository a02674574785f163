import { useEffect, useState } from "react";
import { tabOfHash } from "~/domain/my-page-hashes";
import { paths } from "~/domain/paths";

/**
 * Where the sign-in leads, with the hash that only the browser knows: whoever opens /my-page#history signed out
 * arrives here with the hash still in the address, and would lose it by the form.
 */
export function useHashTarget(redirectTo: string): string {
  const [target, setTarget] = useState(redirectTo);
  useEffect(() => {
    const tab = redirectTo === paths.myPage.root ? tabOfHash(window.location.hash) : undefined;
    setTarget(tab ?? redirectTo);
  }, [redirectTo]);
  return target;
}
