import { Transform } from "node:stream";

/**
 * What a page is rendered into: takes out the null bytes that React 18 leaves in its HTML.
 *
 * React fills views of 2048 bytes, and when a character of two bytes or more does not fit into the rest of one, it
 * sends the whole view with its unused end (facebook/react#24985). In a page in Japanese, Korean or Chinese that
 * happens every few thousand characters: a browser drops the null from text, but shows "�" in an attribute and in
 * a script's data, where it also breaks hydration. HTML has no null bytes of its own, and neither has any
 * character of UTF-8 but U+0000.
 */
export function htmlStream(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk);
    },
  });
}
