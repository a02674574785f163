const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const isEastAsian = (part: string) => EAST_ASIAN.test(part);

/**
 * Returns a member's full name in the order of its script: family name first for Han, kana and Hangul, else last. `lng`
 * only decides whether a Han or kana name has a space (not in Korean and Chinese texts); a Hangul name never has one,
 * and a name in two scripts always.
 *
 * @param lng language of the surrounding text
 * @returns undefined for a wallet without a name
 */
export function memberName(
  { firstName, lastName }: { firstName: string; lastName: string },
  lng: string,
): string | undefined {
  const parts = isEastAsian(firstName + lastName) ? [lastName, firstName] : [firstName, lastName];
  const name = parts.map((part) => part.trim()).filter(Boolean);
  if (name.length === 0) return undefined;
  // Two scripts are two words: Smith 지우.
  const isClosed =
    name.every(isEastAsian) && (HANGUL.test(firstName + lastName) || lng === "ko" || lng === "zh");
  return name.join(isClosed ? "" : " ");
}
