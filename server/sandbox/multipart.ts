import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { invalid, Refusal } from "./answers";

/** Where the bytes of a file go; it is told every chunk, and then the end. */
export interface FileSink {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

export interface FilePart {
  field: string;
  filename: string;
}

const MAX_FIELD = 32 * 1024;
const MAX_PARTS = 50;
/** More than any inquiry: the rest of a body that nobody wants is not read to its end. */
const MAX_BODY = 64 * 1024 * 1024;
/** The parser never ends when it has to read past some kinds of part. */
const MAX_MS = 60_000;

/**
 * Reads multipart/form-data as it comes: text fields are answered (32 kB each at most, the last of a name wins), files
 * go to the sink that `openFile` gives, chunk by chunk, so that memory never holds more than one chunk of a file.
 *
 * @throws Refusal 400 for a body that is no multipart, is too large, or ends too early; what the sink fails with
 */
export async function readMultipart(
  request: Request,
  openFile: (part: FilePart) => FileSink,
): Promise<Map<string, string>> {
  const { body } = request;
  if (!body) throw invalid("The body is no multipart/form-data");
  const parser = parserOf(request.headers.get("content-type") ?? "");
  const fields = new Map<string, string>();
  const writing: Promise<void>[] = [];
  const fail = (error: Error) => parser.destroy(error);
  parser.on("partsLimit", () => fail(invalid("The body has too many parts")));
  parser.on("field", (name, value, _isNameCut, isCut) => {
    if (isCut) fail(invalid(`${name} is too long`));
    else fields.set(name, value);
  });
  parser.on("file", (field, stream, filename) => {
    const written = writeTo(openFile({ field, filename: filename ?? "" }), stream);
    // One that breaks off ends the parser as well.
    written.catch(fail);
    writing.push(written);
  });
  try {
    await pipeline(Readable.fromWeb(body as never), upTo(MAX_BODY), parser, {
      signal: AbortSignal.timeout(MAX_MS),
    });
    await Promise.all(writing);
  } catch (error) {
    await Promise.allSettled(writing);
    if (error instanceof Error && "syscall" in error) throw error;
    throw error instanceof Refusal ? error : invalid("The body is broken, or ends too early");
  }
  return fields;
}

function parserOf(contentType: string): InstanceType<typeof Busboy> {
  try {
    const limits = { fieldSize: MAX_FIELD, parts: MAX_PARTS, fields: MAX_PARTS, files: MAX_PARTS };
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw invalid("The body is no multipart/form-data");
  }
}

/** Passes a body on, and fails where it grows past its limit, in bytes. */
function upTo(limit: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let read = 0;
    for await (const chunk of chunks) {
      read += chunk.byteLength;
      if (read > limit) throw invalid("The body is too large");
      yield chunk;
    }
  };
}

async function writeTo(sink: FileSink, stream: BusboyFileStream): Promise<void> {
  for await (const chunk of stream as AsyncIterable<Uint8Array>) await sink.write(chunk);
  await sink.end();
}
