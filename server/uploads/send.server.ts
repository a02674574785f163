import { openAsBlob } from "node:fs";
import { uploadPath } from "./disk-uploads.server";
import type { ReceivedFile } from "./receive.server";

/**
 * Builds the multipart form for the API from text fields and at most one file, which is streamed from the disk. Its
 * name is generated and its type detected, because the browser's values are untrusted.
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
