/** Limits in code points, the characters that a reader counts (docs/decisions/0004). */
export const MAX_SUBJECT = 100;
export const MAX_MESSAGE = 2000;
/** Two names of 30 characters and a space. */
export const MAX_INQUIRY_NAME = 61;

/** Converts line breaks to LF and trims. Forms submit CR LF, which would count as two characters. */
export function cleanText(raw: string): string {
  return raw.replace(/\r\n?/g, "\n").trim();
}

export function lengthOf(text: string): number {
  return [...text].length;
}

export function cutText(text: string, most: number): string {
  return [...cleanText(text)].slice(0, most).join("").trim();
}
