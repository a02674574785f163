import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { json } from "@remix-run/node";
import { type AttachmentProblem, attachmentProblem, MAX_ATTACHMENT } from "~/domain/attachment-rules";
import { readForm } from "#server/forms/form.server";
import { openUploads, removeUpload, uploadPath } from "./folder.server";
import { HEAD_BYTES, type PictureKind, pictureKind } from "./picture-kind";

/** A picture that has arrived whole: its bytes are in the file `uploadPath(id)`. */
export interface ReceivedFile extends PictureKind {
  /** 128 random bits: whoever does not have it cannot guess it. */
  id: string;
  /** As the sender called it, fit to be shown; never used as a name of a file. */
  name: string;
  /** Bytes. */
  size: number;
}

export interface ReceivedForm {
  /** The text fields. */
  form: FormData;
  file?: ReceivedFile;
  /** Why the file that came was not taken. */
  problem?: AttachmentProblem;
}

const MAX_SHOWN_NAME = 100;
const FILE_FIELD = "file";

/**
 * Reads a form with an attachment as it comes: text fields into memory (64 kB each at most), the file chunk by chunk
 * to disk, so that memory never holds a whole one. A form that is not multipart has no file.
 *
 * @throws Response 400 for a body that is no multipart after all; what the body's stream fails with (too long, the
 * connection ended) passes through. No file stays behind then.
 */
export async function receiveForm(request: Request): Promise<ReceivedForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data/i.test(contentType) || !request.body) return { form: await readForm(request) };
  await openUploads();

  const form = new FormData();
  const arrivals: Promise<Arrival>[] = [];
  const streams: BusboyFileStream[] = [];
  const parser = parserOf(contentType);
  parser.on("field", (name, value) => form.append(name, value));
  parser.on("file", (field, stream, filename) => {
    streams.push(stream);
    if (field === FILE_FIELD && arrivals.length === 0) arrivals.push(writeDown(stream, filename ?? ""));
    else stream.resume();
  });
  try {
    await feed(request.body, parser, streams);
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await discard(arrivals);
    throw error;
  }
  const [arrival] = await Promise.all(arrivals);
  return { form, ...arrival };
}

/** What came of the form's file; one at most: what is attached beside it is read past. */
type Arrival = Pick<ReceivedForm, "file" | "problem">;
type Parser = InstanceType<typeof Busboy>;

/** More than any of our forms has. A body with more is refused: the parser may never end when it has to skip some. */
const MOST_PARTS = 50;

function parserOf(contentType: string): Parser {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        fieldNameSize: 100,
        fieldSize: 64 * 1024,
        fields: MOST_PARTS,
        files: MOST_PARTS,
        parts: MOST_PARTS,
        headerPairs: 20,
      },
    });
  } catch {
    // No boundary.
    throw malformed();
  }
}

/** Hands the body to the parser, as fast as the parser and the disk behind it take it. */
async function feed(
  body: ReadableStream<Uint8Array>,
  parser: Parser,
  streams: readonly BusboyFileStream[],
): Promise<void> {
  const finished = once(parser, "finish");
  let failure: unknown;
  parser.once("error", (error: unknown) => (failure = error));
  parser.once("partsLimit", () => (failure = malformed()));
  // The failure is told below, or by the body; `finished` only repeats it.
  finished.catch(() => undefined);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (failure) throw malformed();
      if (done) break;
      if (!parser.write(value)) await unlessStuck(Promise.race([once(parser, "drain"), finished]), streams);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw failure ? malformed() : error;
  }
  parser.end();
  try {
    await unlessStuck(finished, streams);
  } catch {
    throw malformed();
  }
  if (failure) throw malformed();
}

/** The parser itself needs no time: it waits for the disk behind an open file, or for ever. */
const STUCK_MS = 2_000;

/**
 * The parser (@fastify/busboy 3.2) never gets past a part that it skips, one without a name for instance, when that
 * is longer than some 30 kB. Such a request would stay open for good.
 *
 * @throws Response 400 when the parser waits, and not for the disk
 */
async function unlessStuck(progress: Promise<unknown>, streams: readonly BusboyFileStream[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (streams.every((stream) => stream.readableEnded || stream.destroyed)) reject(malformed());
    }, STUCK_MS);
  });
  try {
    await Promise.race([progress, stuck]);
  } finally {
    clearInterval(timer);
  }
}

async function writeDown(stream: BusboyFileStream, filename: string): Promise<Arrival> {
  const id = randomBytes(16).toString("hex");
  let size = 0;
  let head = Buffer.alloc(0);
  const target = await open(uploadPath(id), "wx", 0o600);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      // What is too large is read past, so that the visitor gets an answer to the whole form.
      if (size > MAX_ATTACHMENT) continue;
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
      await target.write(chunk);
    }
  } catch (error) {
    await target.close();
    await removeUpload(id);
    throw error;
  }
  await target.close();

  const name = shownName(filename);
  const kind = await pictureKind(name, head);
  // A browser sends a nameless empty file when none was chosen.
  const none = filename === "" && size === 0;
  const problem = none ? undefined : (attachmentProblem({ name, size }) ?? (kind ? undefined : "type"));
  if (none || problem || !kind) {
    await removeUpload(id);
    return problem ? { problem } : {};
  }
  return { file: { id, name, size, ...kind } };
}

async function discard(arrivals: Promise<Arrival>[]): Promise<void> {
  for (const result of await Promise.allSettled(arrivals)) {
    if (result.status === "fulfilled" && result.value.file) await removeUpload(result.value.file.id);
  }
}

/** Without folders, control characters and those that turn the direction of writing around. */
function shownName(filename: string): string {
  const name = filename.replace(/^.*[\\/]/s, "").replace(/[\p{Cc}\p{Cf}]/gu, "");
  return [...name].slice(-MAX_SHOWN_NAME).join("").trim();
}

function malformed(): Response {
  return json({ messageKey: "errors:http.unexpected" }, { status: 400 });
}
