import { hasPictureName } from "~/domain/attachment-rules";

/** Kind of a picture as sent to the API. Type and extension come from the content, not from the sender. */
export interface PictureKind {
  type: "image/gif" | "image/jpeg" | "image/png";
  extension: "gif" | "jpg" | "png";
}

/** Number of bytes from which a file's kind is detected: the sample size of file-type. */
export const HEAD_BYTES = 4100;

const kinds: Partial<Record<string, PictureKind>> = {
  "image/gif": { type: "image/gif", extension: "gif" },
  "image/jpeg": { type: "image/jpeg", extension: "jpg" },
  "image/png": { type: "image/png", extension: "png" },
  // An animated PNG is sent as a PNG.
  "image/apng": { type: "image/png", extension: "png" },
};

/**
 * Detects the kind of a picture. Its name and its content must both be gif, jpg, jpeg or png (docs/decisions/0004). The
 * browser's Content-Type is ignored.
 *
 * @param head the first HEAD_BYTES of the file, or all of a shorter one
 * @returns undefined for every other file
 */
export async function pictureKind(name: string, head: Uint8Array): Promise<PictureKind | undefined> {
  if (!hasPictureName(name)) return undefined;
  // Imported with the first upload, to keep the start fast.
  const { fileTypeFromBuffer } = await import("file-type");
  const kind = kinds[(await fileTypeFromBuffer(head))?.mime ?? ""];
  // file-type checks only three letters, so an HTML page that begins with them would pass as a GIF.
  const isNoGif =
    kind?.extension === "gif" && !/^GIF8[79]a$/.test(Buffer.from(head.subarray(0, 6)).toString("latin1"));
  return isNoGif ? undefined : kind;
}
