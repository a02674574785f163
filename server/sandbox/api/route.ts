import { Hono, type MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { WireCall } from "../../wire/call";
import { bodyOf, queryOf, succeeded } from "../answers";
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

async function sentIn(c: Call, { json, query }: WireCall) {
  return json ? bodyOf(c, json) : query && queryOf(c, query);
}

const ofOrders = (data: unknown) => ({ message: "SUCCESS", data });

/**
 * Returns an app and `on`, which routes a call of server/wire: checks its token and its Idempotency-Key, validates what
 * it sends, and responds with the `data` that `work` returns. `guard` runs after the check of the token.
 */
export function callRoutes(services: Services) {
  const app = new Hono<Env>();
  const on = <const Wire extends WireCall>(
    call: Wire,
    work: (sent: Sent<Wire>, c: Call) => unknown,
    guard?: MiddlewareHandler<Env>,
  ) => {
    const kind = KINDS[call.auth];
    const envelope = call.service === "orders" ? ofOrders : succeeded;
    const answer = async (c: Call) => c.json(envelope((await work(await sentIn(c, call), c)) ?? null));
    const handlers = [
      kind && authenticated(services, [kind]),
      guard,
      call.takesKey && call.json && onceForKey(services, call.json, envelope),
      answer,
    ].filter((each) => each !== undefined);
    app.on(call.method, [call.path.replace(/\{(\w+)\}/g, ":$1")], ...handlers);
  };
  return { app, on };
}
