import { createMiddleware } from "hono/factory";
import { invalid } from "./answers";
import type { Env, Services } from "./services";

/** The call of a request, as its key is kept under: "POST /api/store/order/capture". */
const callOf = (request: Request) => `${request.method} ${new URL(request.url).pathname}`;

const CREATE_ORDER = "POST /order-service/v1/users/orders";

/** A key that the sandbox goes by; undefined without one, or when it plays an older API (settings.honoursKeys). */
export function keyOf(services: Services, request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  return services.settings.honoursKeys && key ? key : undefined;
}

/**
 * The Idempotency-Key of a call that takes or promises money: the same key of the same member gives the answer of the
 * first time, and nothing is done twice. What was refused is decided anew. The key of another request is refused.
 * Comes after `authenticated`.
 */
export function onceForKey(services: Services) {
  return createMiddleware<Env>(async (c, next) => {
    const key = keyOf(services, c.req.raw);
    if (key === undefined || c.req.method !== "POST") return next();
    if (!/^[\w-]{16,80}$/.test(key)) throw invalid("Idempotency-Key: 16 to 80 letters, digits, - and _");
    const { id } = c.get("member");
    const call = callOf(c.req.raw);
    const request = await c.req.text();
    return services.lock(`key ${id} ${call} ${key}`, async () => {
      const sent = await services.db.one<{ request: string; answer: string }>(
        "SELECT request, answer FROM sent_keys WHERE member_id = ? AND call = ? AND key = ?",
        [id, call, key],
      );
      if (sent && sent.request !== request)
        throw invalid("This Idempotency-Key was sent with another request");
      if (sent) return c.body(sent.answer, 200, { "Content-Type": "application/json" });
      await next();
      if (c.error || c.res.status !== 200) return;
      const answer = await c.res.clone().text();
      await services.db.run(
        "INSERT INTO sent_keys (member_id, call, key, request, answer) VALUES (?, ?, ?, ?, ?)",
        [id, call, key, request, answer],
      );
      return;
    });
  });
}

/** The delivery order that was made under this key: what is bought under it too is that order's payment. */
export async function orderOfKey(
  services: Services,
  memberId: number,
  key: string,
): Promise<number | undefined> {
  const sent = await services.db.one<{ answer: string }>(
    "SELECT answer FROM sent_keys WHERE member_id = ? AND call = ? AND key = ?",
    [memberId, CREATE_ORDER, key],
  );
  return sent && (JSON.parse(sent.answer) as { data: { orderId: number } }).data.orderId;
}
