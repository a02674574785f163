import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import { Code } from "../wire/codes";
import { Refusal, succeeded } from "./responses";
import { sql } from "./database";
import { DAY } from "./members";
import type { Env, Keep, Services } from "./services";

const KEY = /^[\w-]{16,80}$/;
/** Lifetime of a stored response, in ms (money M2.8). After it, a repeated key is refused. */
const KEPT_MS = 90 * DAY;

/** Calls that are idempotent by transaction or order id, so their keys never expire (M5.2, M5.8, M7.3). */
const LASTING = /\/(?:order\/capture|order\/cancel|orders\/confirm)$/;

/** Calls that accept an Idempotency-Key (money M1.1). */
const TAKES_KEY =
  /^\/(?:api\/store\/(?:products\/purchase|order\/(?:capture|cancel))|order-service\/v1\/users\/orders(?:\/confirm)?)$/;

/** @throws Refusal 409 when the lock was not free within `ms`; the task then never runs */
function lockedWithin<T>(services: Services, key: string, ms: number, task: () => Promise<T>): Promise<T> {
  let state: "waits" | "runs" | "gone" = "waits";
  const inProgress = () =>
    new Refusal(Code.STORE_KEY_IN_PROGRESS, "IN_PROGRESS", null, 409, { "Retry-After": "1" });
  const work = services.lock(key, async () => {
    if (state === "gone") throw inProgress();
    state = "runs";
    return task();
  });
  const timeout = setTimeout(ms, undefined, { ref: false }).then(() => {
    if (state === "runs") return work;
    state = "gone";
    throw inProgress();
  });
  return Promise.race([work, timeout]);
}

/**
 * Middleware for the Idempotency-Key of a call that takes or promises money (money section 2). A key is scoped to a
 * member and a call. A repeated success returns the stored response; a refusal is processed again, unless
 * `settings.replays` is "all". Handlers add `money.keep` to their transaction. Must follow `authenticated`.
 *
 * @param schema request schema; repeated requests are compared by its fields
 * @param envelope builds the success body
 */
export function onceForKey(
  services: Services,
  schema: z.ZodTypeAny,
  envelope: (data: unknown) => object = succeeded,
) {
  return createMiddleware<Env>(async (c, next) => {
    const { id: memberId } = c.get("member");
    const { cameAt } = c.env;
    const key = c.req.header("idempotency-key") ?? null;
    const { settings, db } = services;
    if (key === null || !settings.honoursKeys) {
      const recorded = key !== null && KEY.test(key) ? key : null;
      c.set("money", { memberId, key: recorded, cameAt, keep: () => [] });
      return next();
    }
    if (!KEY.test(key)) throw new Refusal(Code.STORE_KEY_MALFORMED, "KEY_MALFORMED", null, 400);
    const call = `${c.req.method} ${c.req.path}`;
    const body: unknown = await c.req.json().catch(() => undefined);
    // Zod writes fields in schema order, so equal contents give equal text; undefined for an invalid body.
    const content = JSON.stringify(schema.safeParse(body).data) as string | undefined;
    const statement = (status: number, text: string) =>
      sql`INSERT OR IGNORE INTO sent_keys (member_id, call, key, request, status, answer, sent_at)
        VALUES (${memberId}, ${call}, ${key}, ${content ?? ""}, ${status}, ${text}, ${services.now()})`;
    const isKey = sql`member_id = ${memberId} AND call = ${call} AND key = ${key}`;
    const keep: Keep = (data, orderNumber) => [
      statement(200, JSON.stringify(envelope(data))),
      ...(orderNumber === undefined
        ? []
        : [
            sql`UPDATE sent_keys SET answer = json_set(answer, '$.data.orderId',
              (SELECT id FROM orders WHERE number = ${orderNumber})) WHERE ${isKey}`,
          ]),
    ];
    c.set("money", { memberId, key, cameAt, keep });
    return lockedWithin(services, `key ${memberId} ${call} ${key}`, settings.sameKeyWaitMs, async () => {
      const stored = await db.one<{ request: string; status: number; answer: string; sent_at: number }>(
        sql`SELECT * FROM sent_keys WHERE ${isKey}`,
      );
      if (stored) {
        if (stored.request !== content) throw new Refusal(Code.STORE_KEY_REUSED, "KEY_REUSED", null, 422);
        const isOver = services.now() - stored.sent_at > KEPT_MS && !LASTING.test(call);
        if (isOver) throw new Refusal(Code.STORE_KEY_EXPIRED, "KEY_EXPIRED", null, 410);
        return new Response(stored.answer, {
          status: stored.status,
          headers: { "Content-Type": "application/json", "Idempotency-Replayed": "true" },
        });
      }
      await next();
      const isSuccess = c.error === undefined && c.res.status === 200;
      // `money.keep` has stored the response of a call that did work. Store a success without work, and any response
      // for "all".
      if (content !== undefined && (isSuccess || settings.replays === "all"))
        await db.run(statement(c.res.status, await c.res.clone().text()));
      return;
    });
  });
}

/**
 * Middleware that sends the epoch of the stored keys with every call that accepts one (money M2.12). The epoch is
 * stored with the keys, so that losing them changes it.
 */
export function withEpoch(services: Services) {
  return createMiddleware<Env>(async (c, next) => {
    await next();
    const { honoursKeys, cancels } = services.settings;
    const takesKey = c.req.method === "POST" && TAKES_KEY.test(c.req.path);
    if (!takesKey || !honoursKeys || (!cancels && c.req.path.endsWith("/cancel"))) return;
    c.res.headers.set("Idempotency-Epoch", await epochOf(services));
  });
}

async function epochOf({ db }: Services): Promise<string> {
  await db.run(
    sql`INSERT OR IGNORE INTO key_epoch (id, epoch) VALUES (1, ${randomBytes(8).toString("hex")})`,
  );
  return (await db.one<{ epoch: string }>("SELECT epoch FROM key_epoch"))?.epoch ?? "";
}

/** Deletes all stored keys. The next response sends a new epoch. */
export const loseKeys = ({ db }: Services) =>
  db.atomically(["DELETE FROM sent_keys", "DELETE FROM key_epoch"]);
