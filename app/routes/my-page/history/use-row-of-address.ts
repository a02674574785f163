import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * React hook that scrolls the row of the URL's hash into view and returns its id. The browser does this itself
 * (`:target`) for rows in the initial document, but not for rows that arrive later.
 */
export function useRowOfAddress(): string | undefined {
  const { hash } = useLocation();
  const [id, setId] = useState<string>();
  useEffect(() => {
    const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const row = target?.closest("tr");
    setId(row?.id);
    row?.scrollIntoView({ block: "center" });
  }, [hash]);
  return id;
}
