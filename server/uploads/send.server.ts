import { openAsBlob } from "node:fs";
import { uploadPath } from "./disk-uploads.server";
import type { ReceivedFile } from "./receive.server";

/**
 * Builds the multipart form for the API from text fields and at most one file. The file is streamed from the disk, with
 * a generated name and a detected type, because the browser's values are untrusted.
 *
 * @throws when the file no longer exists
 */
export async function formWithFile(fields: Record<string, string>, file?: ReceivedFile): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) {
    const blob = await openAsBlob(uploadPath(file.id), { type: file.type });
    form.set("file", blob, `picture-${file.id.slice(0, 8)}.${file.extension}`);
  }
  return form;
}
