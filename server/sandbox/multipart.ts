import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { invalid, Refusal } from "./answers";

/** Receives the chunks of a file, then its end. */
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
/** Maximum body size, in bytes. Larger than any inquiry; reading stops there. */
const MAX_BODY = 64 * 1024 * 1024;
/** Timeout in ms. The parser can hang when it skips some kinds of part. */
const MAX_MS = 60_000;

/**
 * Reads multipart/form-data as a stream. Returns the text fields (at most 32 KiB each; the last of a name wins) and
 * passes files chunk by chunk to the sink from `openFile`, so that memory never holds a whole file.
 *
 * @throws Refusal 400 for a body that is not multipart, too large or incomplete; errors of the sink
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
    // A failed file also ends the parser.
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

/** Passes a body through. Throws a Refusal when it exceeds the limit in bytes. */
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
