/** Maximum size of an attachment, in bytes: 5 MB (docs/decisions/0004). */
export const MAX_ATTACHMENT = 5 * 1024 * 1024;

/** File types that the file picker offers. The server also checks the content. */
export const ATTACHMENT_ACCEPT = ".gif,.jpg,.jpeg,.png,image/gif,image/jpeg,image/png";

export type AttachmentProblem = "type" | "size" | "empty";

/** Returns whether a file's name ends in .gif, .jpg, .jpeg or .png; `a.png.exe` does not. */
export const hasPictureName = (name: string): boolean => /\.(?:gif|jpe?g|png)$/i.test(name);

/**
 * Returns the first problem that a file's name and size show, in the server's order of checks; undefined if there is
 * none.
 */
export function attachmentProblem({
  name,
  size,
}: Pick<File, "name" | "size">): AttachmentProblem | undefined {
  if (!hasPictureName(name)) return "type";
  if (size === 0) return "empty";
  return size > MAX_ATTACHMENT ? "size" : undefined;
}

/** The part of a kept file that a page may contain. `size` is in bytes. */
export type AttachedFile = { id: string; name: string; size: number };
