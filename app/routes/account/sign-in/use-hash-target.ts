import { useEffect, useState } from "react";
import { tabOfHash } from "~/domain/my-page-hashes";
import { paths } from "~/domain/paths";

/**
 * React hook that returns the target of the sign-in, including the hash of the URL. A guest who opens
 * /my-page#history is redirected here with the hash, which only the browser knows and which the form would lose.
 */
export function useHashTarget(redirectTo: string): string {
  const [target, setTarget] = useState(redirectTo);
  useEffect(() => {
    const tab = redirectTo === paths.myPage.root ? tabOfHash(window.location.hash) : undefined;
    setTarget(tab ?? redirectTo);
  }, [redirectTo]);
  return target;
}
