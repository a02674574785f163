import type { TFunction } from "i18next";

/**
 * Returns the text of a key that is only known at run time, so that the compiler cannot check it.
 *
 * @param t translation function of any namespace (i18next's type for "any namespace" is invariant, hence `unknown`)
 * @param key "namespace:path.of.key", or "path.of.key" in the function's own namespace; may contain `withParams`
 */
export function dynamicKey(
  t: unknown,
  key: string,
  params?: Record<string, string | number | undefined>,
): string {
  const [name = "", query] = key.split("?", 2);
  const all = query === undefined ? params : { ...Object.fromEntries(new URLSearchParams(query)), ...params };
  return (t as TFunction)(name as never, all as never) as unknown as string;
}
