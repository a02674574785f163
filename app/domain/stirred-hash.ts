/**
 * FNV-1a with a final mix, without which consecutive keys would get neighbouring values. Chooses a picture from a list
 * by a key, with the same result in all browsers and servers.
 *
 * @returns a whole number from 0 to 2³² − 1
 */
export function stirredHash(text: string): number {
  let h = 0x811c9dc5;
  for (const character of text) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
