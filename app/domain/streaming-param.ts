/** Query parameter that disables streaming, for browsers that run no scripts. */
export const NO_STREAM_PARAM = "whole";

/**
 * Adds the parameter that disables streaming.
 *
 * @param address path and query of a page
 * @returns the URL of the same page without streaming
 */
export function wholePageOf(address: string): string {
  const [pathname = "/", search = ""] = address.split("?", 2);
  const query = new URLSearchParams(search);
  query.set(NO_STREAM_PARAM, "1");
  return `${pathname}?${query}`;
}
