/** Zero-width space: marks where a headline may break (phrases.server.ts). */
export const breakMark = "\u200b";

/** Removes the marks, for texts that do not wrap: a document's title, a description, a feed. */
export const withoutMarks = (text: string) => text.replaceAll(breakMark, "");
