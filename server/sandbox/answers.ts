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
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(`${issue?.path.join(".") || "body"}: ${issue?.message ?? "wrong"}`);
}

/** `page` and `size` of the query; what is no number in range becomes the default, a size above 100 becomes 100. */
export function pageOf(c: Call, defaultSize = 10): { page: number; size: number; offset: number } {
  const whole = (name: string, fallback: number, max: number) => {
    const text = c.req.query(name) ?? "";
    const value = /^\d{1,6}$/.test(text) ? Number(text) : fallback;
    return value >= 1 ? Math.min(value, max) : fallback;
  };
  const page = whole("page", 1, 999_999);
  const size = whole("size", defaultSize, 100);
  return { page, size, offset: (page - 1) * size };
}

/** A whole number out of the path; anything else is not found. */
export function idOf(c: Call, name: string): number {
  const text = c.req.param(name) ?? "";
  if (!/^\d{1,9}$/.test(text)) throw notFound(`${name} is no id`);
  return Number(text);
}
