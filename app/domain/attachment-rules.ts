/** docs/decisions/0004: 5 MB, in bytes. */
export const MAX_ATTACHMENT = 5 * 1024 * 1024;

/** What the file picker offers; the server looks at the content too. */
export const ATTACHMENT_ACCEPT = ".gif,.jpg,.jpeg,.png,image/gif,image/jpeg,image/png";

export type AttachmentProblem = "type" | "size" | "empty";

/** Whether a file's name ends in .gif, .jpg, .jpeg or .png; `a.png.exe` does not. */
export function hasPictureName(name: string): boolean {
  return /\.(?:gif|jpe?g|png)$/i.test(name);
}

/** What is wrong with a file as far as its name and size tell, in the order in which the server looks. */
export function attachmentProblem({
  name,
  size,
}: {
  name: string;
  size: number;
}): AttachmentProblem | undefined {
  if (!hasPictureName(name)) return "type";
  if (size === 0) return "empty";
  return size > MAX_ATTACHMENT ? "size" : undefined;
}
