import { readFile, writeFile } from "node:fs/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { attachmentProblem, hasPictureName, MAX_ATTACHMENT, shownFileName } from "~/domain/attachment-rules";
import { attachmentMessage } from "~/domain/message-codes";
import { readForm } from "#server/forms/form.server";
import { limit, type TooMany } from "#server/limits/rate-limit.server";
import type { StoredFile } from "#server/session/session-data";
import {
  appendUpload,
  completeUpload,
  discardUpload,
  makeRoom,
  newUploadId,
  removeUpload,
  uploadPath,
} from "./disk-uploads.server";
import { withoutPosition } from "./picture-position";

/** A complete picture in the file `uploadPath(id)`. Its name is the sender's, and never used as a path. */
export type ReceivedFile = Omit<StoredFile, "at">;
type PictureKind = Pick<StoredFile, "type" | "extension">;

/** Reason why a file was refused: invalid, past the rate limit, or no disk space. */
export type FileProblem = TooMany | { message: string; status: 400 | 507 };

export interface ReceivedUpload {
  form: FormData;
  file?: ReceivedFile;
  problem?: FileProblem;
}

const FILE_FIELD = "file";

/**
 * Reads a form with an attachment as a stream, the file chunk by chunk to disk. On an error no file is left behind.
 *
 * @throws Response 400 for a malformed multipart body; errors of the stream (too long, connection closed) pass through
 */
export async function receiveUpload(
  args: Pick<ActionFunctionArgs, "request" | "context">,
): Promise<ReceivedUpload> {
  const { request } = args;
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data/i.test(contentType) || !request.body) return { form: await readForm(request) };

  const form = new FormData();
  const arrivals: Promise<Arrival>[] = [];
  const streams: BusboyFileStream[] = [];
  const parser = parserOf(contentType);
  const broken = new AbortController();
  const body = Readable.fromWeb(request.body as ReadableStream);
  // An error of the body destroys the parser too, with the same error.
  const fail = () => body.errored ?? broken.abort();
  // An `error` event without a listener crashes the process. A truncated file emits one at its stream and the parser.
  parser.on("error", fail).on("partsLimit", fail);
  // The parser cuts between bytes, so the last character of a cut text may be a part of one.
  parser.on("field", (name, value, _, isCut) =>
    form.append(name, isCut ? value.replace(/\ufffd$/, "") : value),
  );
  parser.on("file", (field, stream, filename) => {
    streams.push(stream.on("error", fail));
    if (field === FILE_FIELD && arrivals.length === 0) {
      const id = newUploadId(args.context.clientAddress);
      arrivals.push(writeDown(stream, filename ?? "", id, () => limit(args, "attachment")));
    } else stream.resume();
  });
  const watch = setInterval(() => isStuck(parser, streams) && fail(), STUCK_MS);
  try {
    await pipeline(body, parser, { signal: broken.signal }).finally(() => clearInterval(watch));
    const [arrival] = await Promise.all(arrivals);
    return { form, ...arrival };
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await discard(arrivals);
    throw broken.signal.aborted ? malformed() : error;
  }
}

/** Result for the form's file. Only the first file is used; others are discarded. */
type Arrival = Pick<ReceivedUpload, "file" | "problem">;
type Parser = InstanceType<typeof Busboy>;

/** More parts than any form of the site has. A body with more is refused: the parser may hang when it skips parts. */
const MOST_PARTS = 50;

/** Longer than any text of a form that a person pastes: its real length is told, and the text is sent back. */
const MOST_FIELD_BYTES = 512 * 1024;

function parserOf(contentType: string): Parser {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // Otherwise the parser cuts a name at its last backslash.
      preservePath: true,
      limits: {
        fieldNameSize: 100,
        fieldSize: MOST_FIELD_BYTES,
        fields: MOST_PARTS,
        files: MOST_PARTS,
        parts: MOST_PARTS,
        headerPairs: 20,
      },
    });
  } catch {
    // The boundary is missing.
    throw malformed();
  }
}

/** Interval at which a stuck parser is detected. The parser itself is fast: it waits for the disk, or hangs. */
const STUCK_MS = 500;

/** Whether the parser hangs: @fastify/busboy 3.2 does on a part that it skips, past the size of its stream buffers. */
function isStuck(parser: Parser, streams: readonly BusboyFileStream[]): boolean {
  const isWaiting = parser.writableNeedDrain || parser.writableEnded;
  return isWaiting && streams.every((stream) => stream.readableEnded || stream.destroyed);
}

/**
 * Writes a file to disk. Always reads it to its end, so that the visitor gets a response to the whole form. Checks the
 * rate limit on the first bytes, because browsers send an empty file without a name when none was chosen.
 */
async function writeDown(
  stream: BusboyFileStream,
  filename: string,
  id: string,
  checkLimit: () => Promise<TooMany | undefined>,
): Promise<Arrival> {
  const name = shownFileName(filename);
  let problem: FileProblem | undefined;
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const isFirst = size === 0;
      if (isFirst) problem = (await checkLimit()) ?? ((await makeRoom()) ? undefined : noRoom);
      size += chunk.length;
      if (problem || size > MAX_ATTACHMENT) continue;
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
      if (!(await appendUpload(id, chunk, isFirst))) problem = noRoom;
    }
    const kind = await pictureKind(name, head);
    const none = filename === "" && size === 0;
    const wrong = none ? undefined : (attachmentProblem({ name, size }) ?? (kind ? undefined : "type"));
    if (wrong) problem ??= { message: attachmentMessage(wrong), status: 400 };
    if (!none && !problem && kind) {
      if (await completeUpload(id)) return { file: { id, name, ...(await withoutPlace(id, size)), ...kind } };
      problem = noRoom;
    }
  } catch (error) {
    await discardUpload(id);
    throw error;
  }
  await discardUpload(id);
  return problem ? { problem } : {};
}

/** The disk is full or not writable. The rest of the form stays valid. */
const noRoom: FileProblem = { message: "support:attachment.noRoom", status: 507 };

/** Removes the position from a complete picture. */
async function withoutPlace(id: string, size: number): Promise<Pick<StoredFile, "size" | "hadPosition">> {
  const changed = withoutPosition(await readFile(uploadPath(id)));
  if (!changed) return { size };
  await writeFile(uploadPath(id), changed, { mode: 0o600 });
  return { size: changed.length, hadPosition: true };
}

async function discard(arrivals: Promise<Arrival>[]): Promise<void> {
  for (const result of await Promise.allSettled(arrivals)) {
    if (result.status === "fulfilled" && result.value.file) await removeUpload(result.value.file.id);
  }
}

function malformed(): Response {
  return json({ messageKey: "errors:http.unexpected" }, { status: 400 });
}

/** Bytes from which a file's kind is detected: the sample size of file-type. */
const HEAD_BYTES = 4100;

const kinds: Partial<Record<string, PictureKind>> = {
  "image/gif": { type: "image/gif", extension: "gif" },
  "image/jpeg": { type: "image/jpeg", extension: "jpg" },
  "image/png": { type: "image/png", extension: "png" },
  // An animated PNG is sent as a PNG.
  "image/apng": { type: "image/png", extension: "png" },
};

/** Returns undefined unless both name and content are of a gif, jpg, jpeg or png (docs/decisions/0004). */
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
