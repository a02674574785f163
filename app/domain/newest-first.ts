/** For `sort`: the newest first, by ISO 8601 times of one kind; what has no time comes last. */
export function newestFirst(
  one: { created_at?: string | undefined },
  other: { created_at?: string | undefined },
): number {
  return (other.created_at ?? "").localeCompare(one.created_at ?? "");
}
