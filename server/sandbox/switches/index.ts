import { Hono, type Context } from "hono";
import { z } from "zod";
import { sql } from "../database";
import { loseKeys } from "../keys";
import { refund } from "../settlement";
import type { Services } from "../services";
import { booksOf } from "./books";
import type { CallEntry, CallLog } from "./calls";
import { faultRule, type Faults } from "./faults";
import {
  addOrders,
  editMember,
  listMembers,
  makeMember,
  memberChange,
  memberOrder,
  memberSearch,
  memberShown,
} from "./members";
import type { Scenarios } from "./scenarios";
import { type Settings, settingsChange } from "./settings";

export const ORDER_STATUSES = ["CREATED", "CONFIRMED", "REFUNDED"] as const;

const bodies = {
  /** `amount` in hundredths. */
  refund: z.object({ transactionId: z.string().min(1), amount: z.number().int().positive().optional() }),
  play: z.object({ member: z.coerce.string().optional() }),
  orders: z.object({ count: z.number().int().min(1).max(500) }),
  order: z.object({ status: z.enum(ORDER_STATUSES) }),
};

export interface Switchboard {
  faults: Faults;
  calls: CallLog;
  scenarios: Scenarios;
  /** Repeats a call (`replayRequest`). Returns its entry, or a string that says why it cannot be repeated. */
  replay: (call: CallEntry) => Promise<CallEntry | string | undefined>;
  /** Settings at the start of the sandbox. */
  defaults: Settings;
  reset: () => Promise<void>;
  /** Returns and clears the differences from contract/openapi.yaml (contract.ts). */
  takeDifferences: () => string[];
}

/**
 * Routes the test switches under /__… (docs/testing.md). `tests/unit/sandbox/desk.test.ts` checks that each is
 * documented and available in the desk.
 */
export function switches(services: Services, parts: Switchboard) {
  const app = new Hono();

  // Refuses requests that come from a page of another origin.
  app.use("*", async (c, next) => {
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const isForeign = (origin !== undefined && origin !== services.origin) || site === "cross-site";
    if (isForeign) return c.json({ message: "Not for pages of another origin" }, 403);
    return next();
  });

  const idIn = (c: Context) => Number(c.req.param("id"));
  const bodyOf = async <T extends z.ZodTypeAny>(c: Context, schema: T): Promise<z.output<T>> => {
    const text = await c.req.text();
    return schema.parse(text === "" ? {} : JSON.parse(text)) as z.output<T>;
  };

  /** Responds with what was found or made, `{}` for true; with 404 for undefined and false. */
  const found = (c: Context, what: string, value: object | boolean | undefined, status: 200 | 201 = 200) =>
    value
      ? c.json(value === true ? {} : value, status)
      : c.json({ message: `There is no such ${what}` }, 404);
  const conflict = (c: Context, message: string) => c.json({ message }, 409);
  const onDelete = (path: string, task: (c: Context) => unknown) =>
    app.delete(path, async (c) => {
      await task(c);
      return c.json({});
    });

  app.put("/__faults", async (c) => {
    const rules = await bodyOf(c, z.array(faultRule));
    parts.faults.replace(rules, c.req.query("owner"));
    return c.json({ rules: rules.length });
  });
  app.get("/__faults", (c) => c.json(parts.faults.entries()));
  app.post("/__faults", async (c) => {
    const id = parts.faults.add(await bodyOf(c, faultRule), c.req.query("owner") ?? "");
    return c.json({ id }, 201);
  });
  app.delete("/__faults/:id", (c) => found(c, "rule", parts.faults.remove(idIn(c))));

  app.get("/__members", async (c) => c.json(await listMembers(services, memberSearch.parse(c.req.query()))));
  app.post("/__members", async (c) => {
    const member = await makeMember(services, await bodyOf(c, memberOrder));
    return member ? c.json(member, 201) : conflict(c, "The e-mail or address is taken");
  });
  app.get("/__members/:id", async (c) => found(c, "member", await memberShown(services, idIn(c))));
  app.patch("/__members/:id", async (c) =>
    found(c, "member", await editMember(services, idIn(c), await bodyOf(c, memberChange))),
  );
  app.post("/__members/:id/orders", async (c) => {
    const { count } = await bodyOf(c, bodies.orders);
    return found(c, "member", await addOrders(services, idIn(c), count), 201);
  });
  app.post("/__members/:id/sign-in", async (c) => {
    const member = await memberShown(services, idIn(c));
    if (member?.email === null) return conflict(c, "A wallet signs in with its key");
    return found(c, "member", member && { email: member.email, password: services.oneTime.make(member.id) });
  });
  app.patch("/__orders/:number", async (c) => {
    const { status } = await bodyOf(c, bodies.order);
    const number = c.req.param("number");
    const { changes } = await services.db.run(
      sql`UPDATE orders SET status = ${status} WHERE number = ${number}`,
    );
    return found(c, "order", changes > 0);
  });

  app.get("/__scenarios", (c) => c.json(parts.scenarios.list()));
  app.post("/__scenarios/:name", async (c) => {
    const { member } = await bodyOf(c, bodies.play);
    const refusal = await parts.scenarios.play(c.req.param("name"), member);
    if (typeof refusal === "object") return conflict(c, `"${refusal.by}" plays and changes the same`);
    return found(c, "scenario", refusal !== "unknown");
  });
  onDelete("/__scenarios/:name", (c) => parts.scenarios.undo(c.req.param("name") ?? ""));
  onDelete("/__scenarios", () => parts.scenarios.undoAll());

  app.get("/__calls", (c) => c.json(parts.calls.read(c.req.query("member"))));
  app.get("/__calls/:id", (c) => found(c, "call", parts.calls.one(idIn(c))));
  app.post("/__calls/:id/replay", async (c) => {
    const call = parts.calls.one(idIn(c));
    const made = call && (await parts.replay(call));
    return typeof made === "string" ? conflict(c, made) : found(c, "call", made, 201);
  });
  onDelete("/__calls", () => parts.calls.clear());

  app.delete("/__differences", (c) => c.json(parts.takeDifferences()));

  app.get("/__settings", (c) => c.json({ settings: services.settings, defaults: parts.defaults }));
  app.put("/__settings", async (c) =>
    c.json(Object.assign(services.settings, await bodyOf(c, settingsChange))),
  );
  app.delete("/__settings", (c) => c.json(Object.assign(services.settings, parts.defaults)));

  app.get("/__books", async (c) => c.json(await booksOf(services, Number(c.req.query("member")))));

  onDelete("/__keys", () => loseKeys(services));

  app.post("/__refunds", async (c) => {
    const { transactionId, amount } = await bodyOf(c, bodies.refund);
    const made = await refund(services, transactionId, amount);
    if (typeof made === "string") return conflict(c, made);
    return c.json({ status: made.status, amountTaken: made.taken });
  });

  app.post("/__reset", async (c) => {
    await parts.reset();
    return c.json({});
  });

  app.onError((error, c) => {
    if (error instanceof z.ZodError) {
      const message = error.issues.map(({ path, message: what }) => `${path.join(".")}: ${what}`).join("; ");
      return c.json({ message }, 400);
    }
    return c.json({ message: error.message }, error instanceof SyntaxError ? 400 : 500);
  });

  return app;
}
