import { composed, cut, lengthOf, line } from "./readers";

/** Maximum size of an attachment, in bytes: 5 MB (docs/decisions/0004). */
export const MAX_ATTACHMENT = 5 * 1024 * 1024;

/** Endings of the picture types: `.jfif` and the others are how Windows and Chrome name a JPEG. */
const ENDINGS = ["gif", "jpg", "jpeg", "jfif", "jpe", "pjpeg", "pjp", "png"];

/** File types that the file picker offers. The server also checks the content. */
export const ATTACHMENT_ACCEPT = [
  ...ENDINGS.map((ending) => `.${ending}`),
  "image/gif",
  "image/jpeg",
  "image/png",
].join(",");

export type AttachmentProblem = "type" | "size" | "empty";

const PICTURE_NAME = new RegExp(`\\.(?:${ENDINGS.join("|")})$`, "i");

/** Returns whether a file's name ends like a gif, jpg or png; `a.png.exe` does not. */
export const hasPictureName = (name: string): boolean => PICTURE_NAME.test(name);

/** Maximum length of a file's name on a page, in characters. */
const MAX_FILE_NAME = 100;

/**
 * Returns a file's name for display: NFC, without a path of Windows, control characters and direction overrides, which
 * could disguise `gnp.exe` as a picture. A backslash is part of a name elsewhere (表\示.png). Browsers send quotation
 * marks and line breaks in a name as %22, %0D and %0A.
 */
export function shownFileName(raw: string): string {
  const name = line(
    composed(raw)
      .replace(/%22/g, '"')
      .replace(/%0[AD]/gi, " ")
      .replace(/^(?:[A-Za-z]:|\\\\)[^]*\\/, "")
      .replace(/^[^]*\//, "")
      .replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ""),
  );
  if (lengthOf(name) <= MAX_FILE_NAME) return name;
  const [ending = ""] = /\.[^.]{1,10}$/u.exec(name) ?? [];
  return `${cut(name.slice(0, name.length - ending.length), MAX_FILE_NAME - 1 - lengthOf(ending))}…${ending}`;
}

/**
 * Returns the first problem that a file's name and size show, in the server's order of checks; undefined if there is
 * none.
 */
export function attachmentProblem({
  name,
  size,
}: Pick<File, "name" | "size">): AttachmentProblem | undefined {
  if (!hasPictureName(shownFileName(name))) return "type";
  if (size === 0) return "empty";
  return size > MAX_ATTACHMENT ? "size" : undefined;
}

/** The part of a kept file that a page may contain. `size` is in bytes. */
export type AttachedFile = {
  id: string;
  name: string;
  size: number;
  /** The place where it was taken was removed, which the page says. */
  hadPosition?: true | undefined;
};
