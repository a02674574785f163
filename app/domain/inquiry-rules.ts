/** Limits in code points, the characters that a reader counts (docs/decisions/0004). */
export const MAX_SUBJECT = 100;
export const MAX_MESSAGE = 2000;
/** Two names of 30 characters and a space. */
export const MAX_INQUIRY_NAME = 61;

/** Converts line breaks to LF and trims. Forms submit CR LF, which would count as two characters. */
export const cleanText = (raw: string): string => raw.replace(/\r\n?/g, "\n").trim();

export const lengthOf = (text: string): number => [...text].length;

export const cutText = (text: string, most: number): string =>
  [...cleanText(text)].slice(0, most).join("").trim();
