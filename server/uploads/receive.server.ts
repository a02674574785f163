import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { attachmentProblem, MAX_ATTACHMENT } from "~/domain/attachment-rules";
import { attachmentMessage, tooManyMessage } from "~/domain/message-codes";
import { readForm } from "#server/forms/form.server";
import { limit, type LimitResult } from "#server/limits/rate-limit.server";
import { removeUpload, UploadFile } from "./disk-uploads.server";
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

/** Why the file that came was not taken. */
export interface FileProblem {
  /** A message key for its field. */
  message: string;
  /** What is answered: 400 for what its sender can mend, 429 past the limit, 507 when there is no room for it. */
  status: 400 | 429 | 507;
  /** Of a 429. */
  retryAfterSeconds?: number;
}

export interface ReceivedForm {
  /** The text fields. */
  form: FormData;
  file?: ReceivedFile;
  problem?: FileProblem;
}

const MAX_SHOWN_NAME = 100;
const FILE_FIELD = "file";

/**
 * Reads a form with an attachment as it comes: text fields into memory (64 kB each at most), the file chunk by chunk
 * to disk, so that memory never holds a whole one. A form that is not multipart has no file. The limit of files is
 * asked when one comes, before a byte of it is written.
 *
 * @throws Response 400 for a body that is no multipart after all; what the body's stream fails with (too long, the
 * connection ended) passes through. No file stays behind then.
 */
export async function receiveForm(
  args: Pick<ActionFunctionArgs, "request" | "context">,
): Promise<ReceivedForm> {
  const { request } = args;
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data/i.test(contentType) || !request.body) return { form: await readForm(request) };

  const form = new FormData();
  const arrivals: Promise<Arrival>[] = [];
  const streams: BusboyFileStream[] = [];
  const parser = parserOf(contentType);
  const broken = failureOf(parser, streams);
  parser.on("field", (name, value) => form.append(name, value));
  parser.on("file", (field, stream, filename) => {
    streams.push(stream);
    if (field === FILE_FIELD && arrivals.length === 0) {
      arrivals.push(writeDown(stream, filename ?? "", () => limit(args, "attachment")));
    } else stream.resume();
  });
  try {
    await feed(request.body, parser, streams, broken);
    const [arrival] = await Promise.all(arrivals);
    return { form, ...arrival };
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await discard(arrivals);
    throw error;
  }
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

/**
 * What the parser and the files in it fail with. Each of them gets a listener for as long as it lives: an `error` that
 * nobody hears ends the process, and one file that breaks off is told at its part, at its stream and at the parser.
 *
 * @param streams grows as the files come
 * @returns rejects with Response 400 when the body is no multipart; else it never settles
 */
function failureOf(parser: Parser, streams: readonly BusboyFileStream[]): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    const fail = () => {
      // A stream whose end will never come would keep its reader waiting.
      for (const stream of streams) stream.destroy();
      reject(malformed());
    };
    parser.on("error", fail).on("partsLimit", fail);
    parser.prependListener("file", (_field: string, stream: BusboyFileStream) => stream.on("error", fail));
  });
  // It may come when nobody waits for it any more.
  broken.catch(() => undefined);
  return broken;
}

/** Hands the body to the parser, as fast as the parser and the disk behind it take it. */
async function feed(
  body: ReadableStream<Uint8Array>,
  parser: Parser,
  streams: readonly BusboyFileStream[],
  broken: Promise<never>,
): Promise<void> {
  const finished = new Promise<void>((resolve) => parser.once("finish", resolve));
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), broken]);
      if (done) break;
      if (parser.write(value)) continue;
      const drained = new Promise<void>((resolve) => parser.once("drain", resolve));
      await unlessStuck(Promise.race([drained, finished, broken]), streams);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
  parser.end();
  await unlessStuck(Promise.race([finished, broken]), streams);
}

/** The parser itself needs no time: it waits for the disk behind an open file, or for ever. */
const STUCK_MS = 500;

/**
 * The parser (@fastify/busboy 3.2) never gets past a part that it skips, one without a name for instance, when that
 * is longer than its streams hold (some 30 kB under Node 20, four times as much from 22 on). Such a request would stay
 * open for good.
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

/**
 * Writes a file to disk. Whatever is wrong with it, it is read to its end, so that the visitor gets an answer to the
 * whole form.
 *
 * @param allowed asked once, when the first bytes come: a browser sends a nameless empty file when none was chosen
 */
async function writeDown(
  stream: BusboyFileStream,
  filename: string,
  allowed: () => Promise<LimitResult>,
): Promise<Arrival> {
  const name = shownName(filename);
  const file = new UploadFile();
  let problem: FileProblem | undefined;
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size === 0) problem = limitProblem(await allowed());
      size += chunk.length;
      if (problem || size > MAX_ATTACHMENT) continue;
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
      if (!(await file.write(chunk))) problem = noRoom;
    }
    const kind = await pictureKind(name, head);
    const none = filename === "" && size === 0;
    const wrong = none ? undefined : (attachmentProblem({ name, size }) ?? (kind ? undefined : "type"));
    if (wrong) problem ??= { message: attachmentMessage(wrong), status: 400 };
    if (!none && !problem && !(await file.close())) problem = noRoom;
    if (!none && !problem && kind) return { file: { id: file.id, name, size, ...kind } };
  } catch (error) {
    await file.discard();
    throw error;
  }
  await file.discard();
  return problem ? { problem } : {};
}

function limitProblem(allowed: LimitResult): FileProblem | undefined {
  if (allowed.ok) return undefined;
  const { retryAfterSeconds } = allowed;
  return { message: tooManyMessage(retryAfterSeconds), status: 429, retryAfterSeconds };
}

/** The disk is full, or cannot be written to: not the sender's fault, and the rest of the form is as good as before. */
const noRoom: FileProblem = { message: "support:attachment.noRoom", status: 507 };

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
