import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import type { MultipartBody } from "#server/api/support.server";
import { uploadPath } from "./folder.server";
import type { ReceivedFile } from "./receive.server";

/**
 * Text fields and at most one file as multipart/form-data, written while it is sent. The file goes out under a name
 * and a type of ours: what a browser or a person called it could be anything.
 */
export function multipartOf(fields: Record<string, string>, file?: ReceivedFile): MultipartBody {
  const boundary = `soria-${randomBytes(18).toString("hex")}`;
  const chunks = write(boundary, fields, file);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      // Closes the file when the call is given up.
      async cancel() {
        await chunks.return(undefined);
      },
    }),
  };
}

async function* write(
  boundary: string,
  fields: Record<string, string>,
  file: ReceivedFile | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const head = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.replace(/\r?\n/g, "\r\n")}\r\n`,
    )
    .join("");
  yield Buffer.from(head);
  if (file) {
    const name = `picture-${file.id.slice(0, 8)}.${file.extension}`;
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        `Content-Type: ${file.type}\r\n\r\n`,
    );
    for await (const chunk of createReadStream(uploadPath(file.id))) yield chunk as Buffer;
    yield Buffer.from("\r\n");
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
