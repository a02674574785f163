import { invalid } from "./answers";

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
const MAX_HEADERS = 8 * 1024;
/** More than any inquiry: the rest of a body that nobody wants is not read to its end. */
const MAX_BODY = 64 * 1024 * 1024;

const unquote = (value: string) => value.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");

function dispositionOf(headers: string): { field: string; filename: string | undefined } {
  const line = /^content-disposition:\s*form-data(.*)$/im.exec(headers)?.[1];
  const field = /;\s*name="([^"]*)"/i.exec(line ?? "")?.[1];
  const filename = /;\s*filename="([^"]*)"/i.exec(line ?? "")?.[1];
  if (field === undefined) throw invalid("A part has no name");
  return { field: unquote(field), filename: filename === undefined ? undefined : unquote(filename) };
}

/**
 * Reads multipart/form-data as it comes: text fields are answered (32 kB each at most, the last of a name wins), files
 * go to the sink that `openFile` gives, chunk by chunk, so that memory never holds more than one chunk of a file.
 *
 * @throws Refusal 400 for a body that is no multipart, or ends too early
 */
export async function readMultipart(
  request: Request,
  openFile: (part: FilePart) => FileSink,
): Promise<Map<string, string>> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]{1,100})"?/i.exec(
    request.headers.get("content-type") ?? "",
  )?.[1];
  if (boundary === undefined || request.body === null) throw invalid("The body is no multipart/form-data");

  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const reader = request.body.getReader();
  const fields = new Map<string, string>();
  // The first delimiter has no line break before it.
  let buffer: Buffer = Buffer.from("\r\n");
  let read = 0;

  const more = async (): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) throw invalid("The body ends too early");
    read += value.byteLength;
    if (read > MAX_BODY) throw invalid("The body is too large");
    buffer = buffer.length === 0 ? Buffer.from(value) : Buffer.concat([buffer, value]);
  };

  /** Hands everything before the next delimiter to `take`, and leaves what follows the delimiter in the buffer. */
  const untilDelimiter = async (take: (chunk: Uint8Array) => Promise<void> | void): Promise<void> => {
    for (;;) {
      const at = buffer.indexOf(delimiter);
      if (at >= 0) {
        if (at > 0) await take(buffer.subarray(0, at));
        buffer = buffer.subarray(at + delimiter.length);
        return;
      }
      const safe = buffer.length - delimiter.length + 1;
      if (safe > 0) {
        await take(buffer.subarray(0, safe));
        buffer = buffer.subarray(safe);
      }
      await more();
    }
  };

  try {
    await untilDelimiter(() => undefined);
    for (;;) {
      while (buffer.length < 2) await more();
      if (buffer.subarray(0, 2).toString("latin1") === "--") return fields;
      let end = buffer.indexOf("\r\n\r\n");
      while (end < 0) {
        if (buffer.length > MAX_HEADERS) throw invalid("The headers of a part are too long");
        await more();
        end = buffer.indexOf("\r\n\r\n");
      }
      const { field, filename } = dispositionOf(buffer.subarray(0, end).toString("utf8"));
      buffer = buffer.subarray(end + 4 - 2);
      // The line break stays: a part may be empty, and then its delimiter begins with it.
      await readPart(field, filename);
    }
  } finally {
    // The client may still be sending what nobody reads. Not awaited: of a request that was cloned, both halves would
    // have to be cancelled. That cancelling fails when the body has failed already is no news.
    void reader.cancel().catch(() => undefined);
  }

  async function readPart(field: string, filename: string | undefined): Promise<void> {
    let breakLeft = 2;
    const content = (chunk: Uint8Array) => {
      const start = Math.min(breakLeft, chunk.length);
      breakLeft -= start;
      return chunk.subarray(start);
    };
    if (filename !== undefined) {
      const sink = openFile({ field, filename });
      await untilDelimiter((chunk) => sink.write(content(chunk)));
      await sink.end();
      return;
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    await untilDelimiter((chunk) => {
      const part = content(chunk);
      size += part.byteLength;
      if (size > MAX_FIELD) throw invalid(`${field} is too long`);
      chunks.push(part);
    });
    fields.set(field, Buffer.concat(chunks).toString("utf8"));
  }
}
