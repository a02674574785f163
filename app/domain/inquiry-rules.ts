/** docs/decisions/0004, in characters as a reader counts them (code points). */
export const MAX_SUBJECT = 100;
export const MAX_MESSAGE = 2000;
/** Two names of 30 and the space between them. */
export const MAX_INQUIRY_NAME = 61;

/** A form sends every line break as CR LF; here it is one character, as everyone counts it. */
export function cleanText(raw: string): string {
  return raw.replace(/\r\n?/g, "\n").trim();
}

export function lengthOf(text: string): number {
  return [...text].length;
}

/** Cut at a number of characters, never in the middle of one. */
export function cutText(text: string, most: number): string {
  return [...cleanText(text)].slice(0, most).join("").trim();
}
