import { instant } from "./instant";

const timeOf = (text: string | undefined) => (text === undefined ? 0 : instant(text) || 0);

/** Comparator for `sort`: newest first; items without a time come last. */
export const newestFirst = (
  one: { created_at?: string | undefined },
  other: { created_at?: string | undefined },
): number => timeOf(other.created_at) - timeOf(one.created_at);
