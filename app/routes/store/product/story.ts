/** Maximum length of a story in the buying panel, in full-width characters: 120 Japanese or 240 English characters. */
const PANEL_CHARACTERS = 120;

/** First code point of CJK, kana and full-width characters; lower code points count as half as wide. */
const FIRST_WIDE = 0x2e80;

/** Returns true if a story fits into the buying panel. A longer one is shown below the images, never truncated. */
export function isShortStory(story: string): boolean {
  const width = [...story].reduce(
    (sum, character) => sum + ((character.codePointAt(0) ?? 0) < FIRST_WIDE ? 0.5 : 1),
    0,
  );
  return width <= PANEL_CHARACTERS;
}
