import { EventEmitter } from "node:events";
import { Transform, type TransformCallback } from "node:stream";
import type { PipeableStream } from "react-dom/server";

/** The most that waits for its end: so much in one piece is soon enough on its way. */
const LARGEST_PIECE = 64 * 1024;

/**
 * The null bytes that React 18 leaves in its HTML are taken out. React fills views of 2048 bytes, and when a character
 * of two bytes or more does not fit into the rest of one, it sends the whole view with its unused end
 * (facebook/react#24985). In a page in Japanese, Korean or Chinese that happens every few thousand characters: a
 * browser drops the null from text, but shows "�" in an attribute and in a script's data, where it also breaks
 * hydration. HTML has no null bytes of its own, and neither has any character of UTF-8 but U+0000.
 */
function withoutNulls(chunk: Buffer): Buffer {
  if (!chunk.includes(0)) return chunk;
  let end = chunk.length;
  while (chunk[end - 1] === 0) end -= 1;
  const used = chunk.subarray(0, end);
  // Somebody else's, in a text.
  return used.includes(0) ? Buffer.from(used.filter((byte) => byte !== 0)) : used;
}

/**
 * A page in one piece. Sent as one it costs less than through a stream, a body of `fetch` and a compressing stream,
 * each with its own parts of it.
 *
 * @param pipe React's, once all of the page is there
 */
export function wholeHtml(pipe: PipeableStream["pipe"]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    // Of a stream React uses these.
    const destination = Object.assign(new EventEmitter(), {
      write(view: Uint8Array) {
        pieces.push(withoutNulls(Buffer.from(view.buffer, view.byteOffset, view.byteLength)));
        return true;
      },
      end: () => resolve(Buffer.concat(pieces)),
      destroy: reject,
    });
    pipe(destination as unknown as NodeJS.WritableStream);
  });
}

/**
 * What a page is rendered into whose parts are sent as they come, without React's null bytes.
 *
 * The views of 2048 bytes are sent on together, each time that React has written all it has (it calls `flush` then):
 * each by itself would be a write to the network, a tenth of a page's cost.
 */
class HtmlStream extends Transform {
  #waiting: Buffer[] = [];
  #size = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const clean = withoutNulls(chunk);
    this.#waiting.push(clean);
    this.#size += clean.length;
    if (this.#size >= LARGEST_PIECE) this.flush();
    done();
  }

  override _flush(done: TransformCallback): void {
    this.flush();
    done();
  }

  /** Sends on what waits. Called by React. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    this.push(Buffer.concat(this.#waiting, this.#size));
    this.#waiting = [];
    this.#size = 0;
  }
}

/** A new stream for one page. */
export function htmlStream(): Transform {
  return new HtmlStream();
}
