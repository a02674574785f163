import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import type { WireCall } from "../../wire/call";
import { invalid, succeeded } from "../responses";
import { onceForKey } from "../keys";
import type { Call, Env, Services } from "../services";
import { authenticated, type Claims } from "../tokens";

const KINDS: Partial<Record<WireCall["auth"], Claims["kind"]>> = {
  member: "access",
  order: "ec",
  refresh: "refresh",
};

/** The valid JSON body of a call, else its query. */
type Sent<Wire extends WireCall> = Wire extends { json: infer Schema extends z.ZodTypeAny }
  ? z.output<Schema>
  : Wire extends { query: infer Schema extends z.ZodTypeAny }
    ? z.output<Schema>
    : undefined;

async function bodyOf<T extends z.ZodTypeAny>(c: Call, schema: T): Promise<z.output<T>> {
  const raw: unknown = await c.req.json().catch(() => {
    throw invalid("The body is not JSON");
  });
  return checked(raw, schema, "body");
}

/** Converts a whole number where the schema requires a number, and treats "" as missing. */
function queryOf<T extends z.AnyZodObject>(c: Call, schema: T): z.output<T> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(c.req.query())) {
    const isNumber = /^\d{1,9}$/.test(text) && schema.shape[name]?.safeParse(text).success === false;
    if (text !== "") query[name] = isNumber ? Number(text) : text;
  }
  return checked(query, schema, "query");
}

/** @throws Refusal 400 with the name of the missing or invalid field */
function checked<T extends z.ZodTypeAny>(raw: unknown, schema: T, whole: string): z.output<T> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data as z.output<T>;
  const issue = parsed.error.issues[0];
  throw invalid(`${issue?.path.join(".") || whole}: ${issue?.message ?? "wrong"}`);
}

async function sentIn(c: Call, { json, query }: WireCall) {
  return json ? bodyOf(c, json) : query && queryOf(c, query);
}

const ofOrders = (data: unknown) => ({ message: "SUCCESS", data });

/**
 * Returns a function that routes a call of server/wire: checks its token and its Idempotency-Key, validates what it
 * sends, and responds with the `data` that `work` returns. While `setting` is off the path is unknown.
 */
export const routesOf =
  (app: Hono<Env>, services: Services) =>
  <const Wire extends WireCall>(
    call: Wire,
    work: (sent: Sent<Wire>, c: Call) => unknown,
    setting?: "listsPurchases" | "cancels",
  ) => {
    const kind = KINDS[call.auth];
    const isOrder = call.service === "orders";
    const envelope = isOrder ? ofOrders : succeeded;
    const path = `${isOrder ? "/order-service" : "/api"}${call.path.replace(/\{(\w+)\}/g, ":$1")}`;
    const respond = async (c: Call) => c.json(envelope((await work(await sentIn(c, call), c)) ?? null));
    const handlers = [
      kind && authenticated(services, [kind]),
      setting &&
        createMiddleware<Env>(async (c, next) => (services.settings[setting] ? next() : c.notFound())),
      call.takesKey && call.json && onceForKey(services, call.json, envelope),
      respond,
    ].filter((each) => each !== undefined);
    app.on(call.method, [path], ...handlers);
  };
export type Route = ReturnType<typeof routesOf>;
