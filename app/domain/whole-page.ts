/** Query parameter that disables streaming, for browsers that run no scripts. */
export const WHOLE_FIELD = "whole";

/**
 * Adds the parameter that disables streaming.
 *
 * @param address path and query of a page
 * @returns the URL of the same page without streaming
 */
export function wholePageOf(address: string): string {
  const [pathname = "/", search = ""] = address.split("?", 2);
  const query = new URLSearchParams(search);
  query.set(WHOLE_FIELD, "1");
  return `${pathname}?${query}`;
}
