import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { Code } from "../wire/codes";
import { Refusal } from "./answers";
import { insertRow, type Statement } from "./database";
import type { Services } from "./services";
import type { FilePart, FileSink } from "./multipart";

const MAX_FILE = 5 * 1024 * 1024;

const KINDS = [
  { type: "image/png", extension: "png", magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/gif", extension: "gif", magic: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/jpeg", extension: "jpg", magic: [0xff, 0xd8, 0xff] },
];

/** Detects the image type from the first bytes. Ignores the file name and type sent by the browser. */
const kindOf = (head: Buffer) => KINDS.find(({ magic }) => magic.every((byte, i) => head[i] === byte));

export interface StoredFile {
  id: string;
  /** Statement that inserts the file. Run it in the transaction of its message. */
  statement: Statement;
}

/**
 * Receives at most one file: gif, jpg, jpeg or png by name and content (1512 otherwise), 1 byte to 5 MiB (1513 if
 * larger, 1512 if empty). Bytes are streamed to disk; `finish` returns the stored file, or undefined when none was
 * sent; `discard` deletes it.
 */
export function fileReceiver(services: Services) {
  const id = randomBytes(16).toString("hex");
  const path = join(services.filesDir, id);
  let part: FilePart | undefined;
  let handle: FileHandle | undefined;
  let head = Buffer.alloc(0);
  let size = 0;

  const sink: FileSink = {
    async write(chunk) {
      size += chunk.byteLength;
      if (size > MAX_FILE || chunk.byteLength === 0) return;
      if (head.length < 8) head = Buffer.concat([head, chunk.subarray(0, 8)]);
      if (!handle) {
        await mkdir(services.filesDir, { recursive: true });
        handle = await open(`${path}.part`, "w");
      }
      await handle.write(chunk);
    },
    async end() {
      await handle?.close();
      handle = undefined;
    },
  };

  return {
    open(opened: FilePart): FileSink {
      if (part) throw new Refusal(Code.INQUIRY_INVALID, "Only one file can be attached", null, 400);
      part = opened;
      return sink;
    },
    async finish(): Promise<StoredFile | undefined> {
      // Browsers send an empty file without a name when none was chosen.
      if (!part || (part.filename === "" && size === 0)) return undefined;
      if (size > MAX_FILE) throw new Refusal(Code.INQUIRY_FILE_SIZE, "FILE_SIZE", null, 400);
      const kind = kindOf(head);
      if (!kind || !/\.(gif|jpe?g|png)$/i.test(part.filename)) {
        throw new Refusal(Code.INQUIRY_FILE_TYPE, "FILE_TYPE", null, 400);
      }
      await rename(`${path}.part`, path);
      const name = part.filename.replace(/[\p{Cc}\p{Cf}\\/]/gu, "").slice(-100);
      return { id, statement: insertRow("files", { id, name, type: kind.type, size }) };
    },
    async discard(): Promise<void> {
      await handle?.close();
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })]);
    },
  };
}

/**
 * Routes GET /files/<id>: the attachment as a download, with a fixed type. The random id is the only access control.
 */
export function fileCalls(services: Services) {
  const app = new Hono();
  app.get("/:id", async (c) => {
    const id = c.req.param("id");
    const file = await services.db.one<{ type: string; size: number }>("SELECT * FROM files WHERE id = ?", [
      id,
    ]);
    const path = join(services.filesDir, id);
    if (!file || !existsSync(path)) return c.text("Not found", 404);
    const extension = KINDS.find(({ type }) => type === file.type)?.extension ?? "bin";
    return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream, 200, {
      "Content-Type": file.type,
      "Content-Length": String(file.size),
      "Content-Disposition": `attachment; filename="attachment-${id.slice(0, 8)}.${extension}"`,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, max-age=3600",
    });
  });
  return app;
}
