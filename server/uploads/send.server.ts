import { openAsBlob } from "node:fs";
import { uploadPath } from "./disk-uploads.server";
import type { ReceivedFile } from "./receive.server";

/**
 * Text fields and at most one file as a form for the API. The file is read from the disk while it is sent, and goes out
 * under a name and a type of ours: what a browser or a person called it could be anything.
 *
 * @throws when the file is not there any more
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
