import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * React hook that focuses the main part after a client-side navigation: the pressed link may be gone, and a screen
 * reader would announce nothing. A component that takes the focus itself (an error summary, a new step) does so later
 * and keeps it.
 */
export function useFocusMain(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!hash) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
