import { hasPictureName } from "~/domain/attachment-rules";

/** A picture as it is sent on: its type and its ending are ours, whatever the sender called it. */
export interface PictureKind {
  type: "image/gif" | "image/jpeg" | "image/png";
  extension: "gif" | "jpg" | "png";
}

/** How many bytes of a file's beginning its kind is read from: as many as file-type looks at. */
export const HEAD_BYTES = 4100;

const kinds: Partial<Record<string, PictureKind>> = {
  "image/gif": { type: "image/gif", extension: "gif" },
  "image/jpeg": { type: "image/jpeg", extension: "jpg" },
  "image/png": { type: "image/png", extension: "png" },
  // An animated PNG is a PNG.
  "image/apng": { type: "image/png", extension: "png" },
};

/**
 * The kind of a picture: gif, jpg, jpeg or png by its name and by its content (docs/decisions/0004). What the browser says
 * about its type does not count.
 *
 * @param head the first HEAD_BYTES of the file, or all of a shorter one
 * @returns undefined for every other file
 */
export async function pictureKind(name: string, head: Uint8Array): Promise<PictureKind | undefined> {
  if (!hasPictureName(name)) return undefined;
  // Loaded with the first upload, so that the start need not wait for it.
  const { fileTypeFromBuffer } = await import("file-type");
  const kind = kinds[(await fileTypeFromBuffer(head))?.mime ?? ""];
  // Three letters are enough for the library, and too few to keep a page apart that begins with them.
  const isNoGif =
    kind?.extension === "gif" && !/^GIF8[79]a$/.test(Buffer.from(head.subarray(0, 6)).toString("latin1"));
  return isNoGif ? undefined : kind;
}
