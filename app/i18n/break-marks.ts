/** Where a headline may break (phrases.server.ts): a zero-width space. */
export const breakMark = "\u200b";

/** The same text for where no line breaks: a document's title, a description, a feed. */
export function withoutMarks(text: string): string {
  return text.replaceAll(breakMark, "");
}
