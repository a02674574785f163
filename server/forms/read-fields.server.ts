import { countLimited } from "#server/observe/metrics.server";

/** More than three times as many fields as the site's largest form has. */
const MOST_FIELDS = 100;
/** Maximum body size, in bytes. The HTTP front already refuses larger bodies. */
const MOST_BYTES = 64 * 1024;
const AMPERSAND = 0x26;

/**
 * Parses an urlencoded body. Counts the fields while they arrive and parses them afterwards, because parsing 32,000
 * fields costs more CPU time than rendering a page.
 *
 * @throws Error past the limits; errors of the body's stream pass through
 */
export async function readFields(body: ReadableStream<Uint8Array> | null): Promise<FormData> {
  const form = new FormData();
  if (!body) return form;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let [fields, bytes] = [1, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    for (let at = value.indexOf(AMPERSAND); at >= 0; at = value.indexOf(AMPERSAND, at + 1)) {
      fields += 1;
      if (fields > MOST_FIELDS) break;
    }
    if (fields > MOST_FIELDS || bytes > MOST_BYTES) {
      await reader.cancel();
      countLimited("fields");
      throw new Error(fields > MOST_FIELDS ? "too many fields" : "too many bytes");
    }
    text += decoder.decode(value, { stream: true });
  }
  for (const [name, value] of new URLSearchParams(text + decoder.decode())) form.append(name, value);
  return form;
}
