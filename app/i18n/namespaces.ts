/** A route's `handle`: the namespaces that its page and error boundary use, beside the shared ones. */
export interface I18nHandle {
  i18n: readonly string[];
}

/**
 * The namespaces that a list of matched routes asks for.
 *
 * @param matches anything with a `handle`, as `useMatches()` and Remix's route modules give
 */
export function namespacesOf(matches: Iterable<{ handle?: unknown } | undefined>): string[] {
  const found = new Set<string>();
  for (const match of matches) {
    const handle = match?.handle as Partial<I18nHandle> | undefined;
    for (const namespace of handle?.i18n ?? []) found.add(namespace);
  }
  return [...found];
}
