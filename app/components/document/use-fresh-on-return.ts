import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/**
 * A page that the browser shows again as it was left (back/forward cache) may be older than a sign-in or a change of
 * language: its data is asked for anew, while the page already stands.
 */
export function useFreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) revalidate();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [revalidate]);
}
