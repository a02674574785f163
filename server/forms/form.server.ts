import { json } from "@remix-run/node";
import { countLimited } from "#server/observe/metrics.server";

/**
 * Reads the form of a request. Forms with an attachment use `receiveForm`, which keeps the file out of memory.
 *
 * @throws Response 400 for a malformed body; errors of an aborted stream (too long, connection closed) pass through
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const type = request.headers.get("Content-Type") ?? "";
    if (/^application\/x-www-form-urlencoded/i.test(type)) return await readFields(request.body);
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw json({ messageKey: "errors:http.unexpected" }, { status: 400 });
  }
}

/**
 * Returns only the named fields of a form: conform builds nested values from field names, and `items[50000000]` blocks
 * it for seconds. The last value of a repeated field wins; files are dropped. All but secrets become NFC.
 */
export function allowedFields(
  form: FormData,
  names: readonly string[],
  secrets: readonly string[] = [],
): FormData {
  const allowed = new FormData();
  for (const name of names) {
    const value = form.getAll(name).at(-1);
    if (typeof value === "string") allowed.set(name, secrets.includes(name) ? value : value.normalize("NFC"));
  }
  return allowed;
}

/** Returns whether the honeypot field is filled in (app/components/form/fields.tsx). */
export function isTrapped(form: FormData): boolean {
  const value = form.get("website");
  return typeof value === "string" && value !== "";
}

/** More than three times as many fields as the site's largest form has. */
const MOST_FIELDS = 100;
/** Maximum body size, in bytes. The HTTP front already refuses larger bodies. */
const MOST_BYTES = 64 * 1024;
const AMPERSAND = 0x26;

/**
 * Parses an urlencoded body. Counts the fields while they arrive and parses them afterwards, because parsing 32,000
 * fields costs more CPU time than rendering a page. Throws past the limits.
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
    for (const byte of value) if (byte === AMPERSAND) fields += 1;
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
