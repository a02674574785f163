import { connection } from "./connection";

/** Returns true for Save-Data or prefers-reduced-data, which disable prefetch and decorative motion. */
export function savesData(): boolean {
  const { connection: line } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return line?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}

const isServer = typeof document === "undefined";

/** React hook that returns whether links prefetch: not while the site is unreachable, nor if the visitor saves data. */
export function usePrefetch(): "intent" | "none" {
  const isReachable = connection.useValue() === "good";
  return isReachable && (isServer || !savesData()) ? "intent" : "none";
}
