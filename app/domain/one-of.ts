/** Matches a query parameter against a list, ignoring case; undefined if it is not in the list. */
export function oneOf<Word extends string>(words: readonly Word[], raw: string | null): Word | undefined {
  const wanted = raw?.toUpperCase();
  return words.find((word) => word.toUpperCase() === wanted);
}
