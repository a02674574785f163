import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * React hook that brings the row of the address's hash into view, and returns its id. The browser does both by itself
 * (`:target`) where the rows are in the document; rows that are streamed or come with a navigation are too late for it.
 *
 * @returns undefined without a hash, on the server and in the first render
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
