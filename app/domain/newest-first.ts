/** Comparator for `sort`: newest first, by ISO 8601 times in one format; items without a time come last. */
export function newestFirst(
  one: { created_at?: string | undefined },
  other: { created_at?: string | undefined },
): number {
  return (other.created_at ?? "").localeCompare(one.created_at ?? "");
}
