import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { json, type TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import type { FormAnswer } from "~/domain/form-answer";
import { readFields } from "./read-fields.server";
import { requireOwnOrigin } from "../request/own-origin.server";

/** Names of fields whose value never travels back to the browser. */
const SECRET = /password/i;

function parseAllowed<Schema extends z.ZodTypeAny>(form: FormData | URLSearchParams, schema: Schema) {
  return parseWithZod(form, { schema });
}

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
 * Reads the form of a request and checks it.
 *
 * Only the named fields are looked at: conform builds nested values from field names, and a name like
 * `items[50000000]` stops it for seconds. Of a field sent twice the last value counts. Files are for the
 * upload parser, not for this.
 *
 * @param names every field of the form
 * @returns conform's submission: `.status === "success"` with `.value`, or what `failedForm` takes
 */
export async function parseForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  names: readonly string[],
) {
  requireOwnOrigin(request);
  return parseFields(await readForm(request), schema, names);
}

/** The same for a form that was read already. */
export function parseFields<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
  names: readonly string[],
) {
  return parseAllowed(allowedFields(form, names), schema);
}

/**
 * The named fields of a form, and no other: conform builds nested values from field names, and a name like
 * `items[50000000]` stops it for seconds. Of a field sent twice the last value counts. Files are for the upload
 * parser, not for this.
 */
export function allowedFields(form: FormData, names: readonly string[]): FormData {
  const allowed = new FormData();
  for (const name of names) {
    const value = form.getAll(name).at(-1);
    if (typeof value === "string") allowed.set(name, value);
  }
  return allowed;
}

/** What is needed of conform's submission, whatever its schema was. */
export interface Answerable {
  payload: Record<string, unknown>;
  reply: (options?: {
    fieldErrors?: Record<string, string[]>;
    formErrors?: string[];
    hideFields?: string[];
  }) => SubmissionResult;
}

interface Failure {
  /** Message keys ("account:signIn.wrong") by field. */
  fieldErrors?: Record<string, string[]>;
  /** Message keys for the form as a whole. */
  formErrors?: string[];
  status?: number;
  headers?: HeadersInit;
}

/**
 * The answer to a form that could not be taken: status 400 (or the given one), everything that was typed
 * except passwords, and the errors as message keys.
 */
export function failedForm(
  submission: Answerable,
  { fieldErrors, formErrors, status = 400, headers }: Failure = {},
): TypedResponse<FormAnswer> {
  const hideFields = Object.keys(submission.payload).filter((name) => SECRET.test(name));
  const lastResult = submission.reply({
    ...(fieldErrors ? { fieldErrors } : {}),
    ...(formErrors ? { formErrors } : {}),
    hideFields,
  });
  return json({ form: "", lastResult }, headers ? { status, headers } : { status });
}

/** Whether a program filled in the field that people do not see (components/honeypot). */
export function isTrapped(form: FormData): boolean {
  const value = form.get("website");
  return typeof value === "string" && value !== "";
}
