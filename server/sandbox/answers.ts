import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import { Code } from "../wire/codes";
import type { Call, Env, Services } from "./services";

/** The end of a call that the product API refuses: a result code, perhaps with data. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
    readonly status: 200 | 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 502 | 503 = 200,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** The body of a call of the product API that was carried out. */
export const succeeded = (data: unknown) => ({ result: Code.SUCCESS, message: "SUCCESS", data });

export const ok = (c: Call, data: unknown = null) => c.json(succeeded(data));

/** A wrong or missing field: the client's mistake, HTTP 400. */
export const invalid = (message: string, code: number = Code.FAIL) => new Refusal(code, message, null, 400);

/** HTTP 404 with a result code in the body; also for what is another member's. */
export const notFound = (message: string, code: number = Code.FAIL) => new Refusal(code, message, null, 404);

/** A call that exists only while a setting is on; else its path is one that nobody knows. */
export const onlyWith = (services: Services, setting: "listsPurchases" | "cancels") =>
  createMiddleware<Env>(async (c, next) => (services.settings[setting] ? next() : c.notFound()));

/** The JSON body, checked; anything else is refused with 400. */
export async function bodyOf<T extends z.ZodTypeAny>(c: Call, schema: T): Promise<z.output<T>> {
  let raw: unknown;
  try {
    raw = await c.req.json();
  } catch {
    throw invalid("The body is not JSON");
  }
  return checked(raw, schema, "body");
}

/**
 * The query, checked; texts that are whole numbers are numbers where the schema wants one, "" is a field that was not
 * sent. A missing or wrong field is refused with 400 and its name, so that a wrong spelling shows.
 */
export function queryOf<T extends z.AnyZodObject>(c: Call, schema: T): z.output<T> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(c.req.query())) {
    const isNumber = /^\d{1,9}$/.test(text) && schema.shape[name]?.safeParse(text).success === false;
    if (text !== "") query[name] = isNumber ? Number(text) : text;
  }
  return checked(query, schema, "query");
}

function checked<T extends z.ZodTypeAny>(raw: unknown, schema: T, whole: string): z.output<T> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data as z.output<T>;
  const issue = parsed.error.issues[0];
  throw invalid(`${issue?.path.join(".") || whole}: ${issue?.message ?? "wrong"}`);
}

/** The rows of a page, by its number from 1; a size above 100 is 100, and 10 where the call has none. */
export function rowsOf({ page, size = 10 }: { page: number; size?: number }) {
  const limit = Math.min(size, 100);
  return { page, size: limit, offset: (page - 1) * limit };
}

/** A whole number out of the path; anything else is not found. */
export function idOf(c: Call, name: string): number {
  const text = c.req.param(name) ?? "";
  if (!/^\d{1,9}$/.test(text)) throw notFound(`${name} is no id`);
  return Number(text);
}
