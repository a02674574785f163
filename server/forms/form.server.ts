import { json } from "@remix-run/node";
import { readFields } from "./read-fields.server";

/**
 * The form of a request. Forms with an attachment are read by `receiveForm`, which keeps the file out of memory.
 *
 * @throws Response 400 for a body that is no form (multipart that breaks off, more fields than any form has, …); what
 * its stream fails with while it is read (too long, the connection ended) passes through
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
 * The named fields of a form, and no other: conform builds nested values from field names, and a name like
 * `items[50000000]` stops it for seconds. Of a field sent twice the last value counts. Files are for the upload
 * parser, not for this. Texts are composed (NFC), whatever keyboard they come from; secrets stay as they are.
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

/** Whether a program filled in the field that people do not see (components/honeypot). */
export function isTrapped(form: FormData): boolean {
  const value = form.get("website");
  return typeof value === "string" && value !== "";
}
