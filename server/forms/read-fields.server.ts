import { countLimited } from "#server/observe/metrics.server";

/** More than three times as many as our largest form has. */
const MOST_FIELDS = 100;
/** Bytes; the HTTP front refuses more before it is read. */
const MOST_BYTES = 64 * 1024;
const AMPERSAND = 0x26;

/**
 * The fields of an urlencoded body. They are counted while they arrive, before anything is made of them: taking apart
 * 32,000 of them costs the processor more than a page does.
 *
 * @throws Error past the limits; what the body's stream fails with passes through
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
