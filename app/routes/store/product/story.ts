/** Longest story in the buying panel, in full-width characters: 120 of Japanese, 240 of English. */
const PANEL_CHARACTERS = 120;

/** CJK characters, kana and full-width forms begin here; what stands before is half as wide. */
const FIRST_WIDE = 0x2e80;

/** Returns whether a story fits into the buying panel; a longer one stands below the pictures. It is never cut. */
export function isShortStory(story: string): boolean {
  const width = [...story].reduce(
    (sum, character) => sum + ((character.codePointAt(0) ?? 0) < FIRST_WIDE ? 0.5 : 1),
    0,
  );
  return width <= PANEL_CHARACTERS;
}
