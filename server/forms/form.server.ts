import { json } from "@remix-run/node";
import { readFields } from "./read-fields.server";

/**
 * Reads the form of a request. Forms with an attachment use `receiveForm`, which keeps the file out of memory.
 *
 * @throws Response 400 for a malformed body (truncated multipart, too many fields, …); errors of a stream that is
 * aborted while it is read (too long, connection closed) pass through
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
 * it for seconds. The last value of a repeated field wins; files are dropped. Values are normalised to NFC, except
 * secrets.
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
