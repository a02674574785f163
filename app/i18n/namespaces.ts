/** A route's `handle`: the namespaces of its page and error boundary, in addition to the shared ones. */
export interface I18nHandle {
  i18n: readonly string[];
}

/** @param matches objects with a `handle`, as from `useMatches()` or Remix's route modules */
export function namespacesOf(matches: Iterable<{ handle?: unknown } | undefined>): string[] {
  const found = new Set<string>();
  for (const match of matches) {
    const handle = match?.handle as Partial<I18nHandle> | undefined;
    for (const namespace of handle?.i18n ?? []) found.add(namespace);
  }
  return [...found];
}
