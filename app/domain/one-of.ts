/** A search parameter that must be one of a list's words, in whatever case; undefined for anything else. */
export function oneOf<Word extends string>(words: readonly Word[], raw: string | null): Word | undefined {
  const wanted = raw?.toUpperCase();
  return words.find((word) => word.toUpperCase() === wanted);
}
