const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * Returns a member's full name in the order of its script: family name first in Han, kana and Hangul, last in every other.
 * A reader's language decides only whether a Han name has a space (not in Korean and Chinese texts).
 *
 * @param lng the language of the text around it
 * @returns undefined for a wallet that has no name
 */
export function memberName(
  { firstName, lastName }: { firstName: string; lastName: string },
  lng: string,
): string | undefined {
  const isEastAsian = EAST_ASIAN.test(firstName + lastName);
  const parts = isEastAsian ? [lastName, firstName] : [firstName, lastName];
  const name = parts.map((part) => part.trim()).filter(Boolean);
  if (name.length === 0) return undefined;
  const isClosed = isEastAsian && (HANGUL.test(firstName + lastName) || lng === "ko" || lng === "zh");
  return name.join(isClosed ? "" : " ");
}
