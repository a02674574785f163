import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { Code } from "../wire/codes";
import { invalid } from "./answers";
import { insertRow, sql } from "./database";
import type { Services } from "./services";

const MAX_FILE = 5 * 1024 * 1024;

const KINDS = [
  { type: "image/png", extension: "png", magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/gif", extension: "gif", magic: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/jpeg", extension: "jpg", magic: [0xff, 0xd8, 0xff] },
];

export interface Attachment {
  id: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * Returns the file of a form; undefined when none was sent. Its type is that of its first bytes, whatever the browser
 * says.
 *
 * @throws Refusal 400 unless it is the only file, a gif, jpg, jpeg or png by name and content (1512), of at most 5 MiB
 *   (1513)
 */
export async function attachmentOf(form: FormData): Promise<Attachment | undefined> {
  const [file, another] = [...form.values()].filter((value) => typeof value !== "string");
  if (another) throw invalid("Only one file can be attached", Code.INQUIRY_INVALID);
  // Browsers send an empty file without a name when none was chosen.
  if (!file || (file.name === "" && file.size === 0)) return undefined;
  if (file.size > MAX_FILE) throw invalid("FILE_SIZE", Code.INQUIRY_FILE_SIZE);
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = KINDS.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte));
  if (!kind || !/\.(gif|jpe?g|png)$/i.test(file.name)) throw invalid("FILE_TYPE", Code.INQUIRY_FILE_TYPE);
  const name = file.name.replace(/[\p{Cc}\p{Cf}\\/]/gu, "").slice(-100);
  return { id: randomBytes(16).toString("hex"), name, type: kind.type, bytes };
}

/** Writes a file and returns its statement, for the transaction of its message. */
export async function storeFile({ filesDir }: Services, { id, name, type, bytes }: Attachment) {
  await mkdir(filesDir, { recursive: true });
  await writeFile(join(filesDir, id), bytes);
  return insertRow("files", { id, name, type, size: bytes.length });
}

/**
 * Routes GET /files/<id>: the attachment as a download, with a fixed type. The random id is the only access control.
 */
export function fileCalls(services: Services) {
  const app = new Hono();
  app.get("/:id", async (c) => {
    const id = c.req.param("id");
    const file = await services.db.one<{ type: string; size: number }>(
      sql`SELECT * FROM files WHERE id = ${id}`,
    );
    const path = join(services.filesDir, id);
    if (!file || !existsSync(path)) return c.text("Not found", 404);
    const extension = KINDS.find(({ type }) => type === file.type)?.extension;
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
