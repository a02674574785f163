import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the main part after a navigation by script, as a new document would begin anew: the link that
 * was pressed may be gone, and a screen reader would say nothing. A part that takes the focus itself (an error
 * summary, a new step) does so after this and keeps it.
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
