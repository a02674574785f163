import { json } from "@remix-run/node";
import { composed } from "~/domain/readers";
import { countLimited } from "#server/observe/metrics.server";

/** @throws Response 400 for a malformed body; errors of an aborted stream (too long, connection closed) pass through */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const type = request.headers.get("Content-Type") ?? "";
    if (/^application\/x-www-form-urlencoded/i.test(type)) return await readFields(request);
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw json({ messageKey: "errors:http.unexpected" }, { status: 400 });
  }
}

/**
 * Returns only the named fields of a form: conform builds nested values from field names, and `items[50000000]` blocks
 * it for seconds. The last value of a repeated field wins; files are dropped. All but secrets become well-formed
 * NFC; the readers of app/domain/readers.ts do the rest.
 */
export function allowedFields(form: FormData, names: readonly string[], secrets: readonly string[] = []) {
  const allowed = new FormData();
  for (const name of names) {
    const value = form.getAll(name).at(-1);
    if (typeof value === "string") allowed.set(name, secrets.includes(name) ? value : composed(value));
  }
  return allowed;
}

/** More than three times as many fields as the site's largest form has. */
const MOST_FIELDS = 100;

/**
 * Parses an urlencoded body, which the HTTP front limits to 64 KiB. Counts the fields first, because parsing 32,000
 * fields costs more CPU time than rendering a page.
 */
async function readFields(request: Request): Promise<FormData> {
  const text = await request.text();
  if (text.split("&").length > MOST_FIELDS) {
    countLimited("fields");
    throw new Error("too many fields");
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}
