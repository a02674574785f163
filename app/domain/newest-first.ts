/** Comparator for `sort`: newest first, by ISO 8601 times in one format; items without a time come last. */
export const newestFirst = (
  one: { created_at?: string | undefined },
  other: { created_at?: string | undefined },
): number => (other.created_at ?? "").localeCompare(one.created_at ?? "");
