import { Hono } from "hono";
import { z } from "zod";
import { CONTENT_SETS } from "../content-sets";
import { loseKeys } from "../keys";
import { refund } from "../refunds";
import { REPLAYS, type Services } from "../services";
import { booksOf } from "./books";
import type { CallLog } from "./calls";
import { faultRule, type Faults } from "./faults";
import { makeMember, memberOrder } from "./members";

/** What `PUT /__settings` and the desk may change. */
export const settingsChange = z
  .object({
    accessTokenSeconds: z.number().int().positive(),
    refreshTokenSeconds: z.number().int().positive(),
    refreshGraceSeconds: z.number().int().nonnegative(),
    delayMs: z.number().int().nonnegative(),
    honoursKeys: z.boolean(),
    replays: z.enum(REPLAYS),
    sameKeyWaitMs: z.number().int().nonnegative(),
    listsPurchases: z.boolean(),
    cancels: z.boolean(),
    bindsPrice: z.boolean(),
    contentSet: z.enum(CONTENT_SETS),
    siteOrigin: z.string().url(),
  })
  .partial();

/** What `POST /__refunds` and the desk refund; `amount` in hundredths. */
export const refundOrder = z.object({
  transactionId: z.string().min(1),
  amount: z.number().int().positive().optional(),
});

/**
 * The test switches:
 * - `PUT /__faults?owner=` [rule…] (faults.ts): replaces the rules of this owner (without one: all), [] clears them
 * - `POST /__members` {…} (members.ts): a fresh member, 201; 409 when the e-mail is taken
 * - `GET /__calls?member=` {counts, calls}; `DELETE /__calls` empties it
 * - `DELETE /__differences`: the differences from docs/contract/calls.json since it was last called (contract.ts)
 * - `PUT /__settings` {accessTokenSeconds?, refreshTokenSeconds?, refreshGraceSeconds?, delayMs?, honoursKeys?,
 *   replays?, sameKeyWaitMs?, listsPurchases?, cancels?, bindsPrice?, contentSet?, siteOrigin?}: answers what is in force
 * - `GET /__books?member=` (books.ts): what the sandbox has taken from a member, and given
 * - `POST /__refunds` {transactionId, amount?} (refunds.ts): gives hundredths back, all that is left without `amount`
 * - `DELETE /__keys` (keys.ts): the record of Idempotency-Keys is lost
 * - `POST /__reset`: everything as after the first start
 *
 * A page in a browser must not reach them: whatever says that it comes from another origin is refused.
 */
export function switches(
  services: Services,
  parts: { faults: Faults; calls: CallLog; reset: () => Promise<void>; takeDifferences: () => string[] },
) {
  const app = new Hono();

  app.use("*", async (c, next) => {
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const isForeign = (origin !== undefined && origin !== services.origin) || site === "cross-site";
    if (isForeign) return c.json({ message: "Not for pages of another origin" }, 403);
    return next();
  });

  const bodyOf = async <T extends z.ZodTypeAny>(request: Request, schema: T): Promise<z.output<T>> => {
    const text = await request.text();
    return schema.parse(text === "" ? {} : JSON.parse(text)) as z.output<T>;
  };

  app.put("/__faults", async (c) => {
    const rules = await bodyOf(c.req.raw, z.array(faultRule));
    parts.faults.replace(rules, c.req.query("owner"));
    return c.json({ rules: rules.length });
  });

  app.post("/__members", async (c) => {
    const member = await makeMember(services, await bodyOf(c.req.raw, memberOrder));
    return member ? c.json(member, 201) : c.json({ message: "The e-mail or address is taken" }, 409);
  });

  app.get("/__calls", (c) => c.json(parts.calls.read(c.req.query("member"))));
  app.delete("/__calls", (c) => {
    parts.calls.clear();
    return c.json({});
  });

  app.delete("/__differences", (c) => c.json(parts.takeDifferences()));

  app.put("/__settings", async (c) => {
    Object.assign(services.settings, await bodyOf(c.req.raw, settingsChange));
    return c.json(services.settings);
  });

  app.get("/__books", async (c) => c.json(await booksOf(services, Number(c.req.query("member")))));

  app.delete("/__keys", async (c) => {
    await loseKeys(services);
    return c.json({});
  });

  app.post("/__refunds", async (c) => {
    const { transactionId, amount } = await bodyOf(c.req.raw, refundOrder);
    const made = await refund(services, transactionId, amount);
    if (typeof made === "string") return c.json({ message: made }, 409);
    return c.json({ status: made.status, amountTaken: made.taken });
  });

  app.post("/__reset", async (c) => {
    await parts.reset();
    return c.json({});
  });

  app.onError((error, c) => {
    const isWrong = error instanceof z.ZodError || error instanceof SyntaxError;
    return c.json({ message: error.message }, isWrong ? 400 : 500);
  });

  return app;
}
