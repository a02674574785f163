import { Hono, type Context } from "hono";
import { z } from "zod";
import { loseKeys } from "../keys";
import { refund } from "../refunds";
import type { Services } from "../services";
import { booksOf } from "./books";
import type { CallEntry, CallLog } from "./calls";
import { faultRule, type Faults } from "./faults";
import {
  addOrders,
  editMember,
  editOrder,
  listMembers,
  memberChange,
  memberSearch,
  memberShown,
  ORDER_STATUSES,
} from "./edit";
import { makeMember, memberOrder } from "./members";
import type { NoReplay } from "./replay";
import type { Scenarios } from "./scenarios";
import { withSentences } from "./sentences";
import { type Settings, settingsChange } from "./settings";

/** Body of `POST /__refunds`, also used by the desk; `amount` in hundredths. */
const refundOrder = z.object({
  transactionId: z.string().min(1),
  amount: z.number().int().positive().optional(),
});

const playOrder = z.object({ member: z.coerce.string().optional() });
const ordersOrder = z.object({ count: z.number().int().min(1).max(500) });
const orderChange = z.object({ status: z.enum(ORDER_STATUSES) });

export interface Switchboard {
  faults: Faults;
  calls: CallLog;
  scenarios: Scenarios;
  replay: (call: CallEntry) => Promise<CallEntry | NoReplay | undefined>;
  /** Settings at the start of the sandbox. */
  defaults: Settings;
  reset: () => Promise<void>;
  /** Returns and clears the differences from docs/contract/calls.json (contract.ts). */
  takeDifferences: () => string[];
}

/**
 * Routes the test switches under /__… (docs/testing.md). `tests/unit/sandbox/desk.test.ts` checks that each is
 * documented and available in the desk.
 *
 * Requests that come from a page of another origin are refused.
 */
export function switches(services: Services, parts: Switchboard) {
  const app = new Hono();

  app.use("*", async (c, next) => {
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const isForeign = (origin !== undefined && origin !== services.origin) || site === "cross-site";
    if (isForeign) return c.json({ message: "Not for pages of another origin" }, 403);
    return next();
  });

  const nothing = (c: Context, what: string) => c.json({ message: `There is no such ${what}` }, 404);
  const idIn = (c: Context) => Number(c.req.param("id"));

  const bodyOf = async <T extends z.ZodTypeAny>(request: Request, schema: T): Promise<z.output<T>> => {
    const text = await request.text();
    return schema.parse(text === "" ? {} : JSON.parse(text)) as z.output<T>;
  };

  app.put("/__faults", async (c) => {
    const rules = await bodyOf(c.req.raw, z.array(faultRule));
    parts.faults.replace(rules, c.req.query("owner"));
    return c.json({ rules: rules.length });
  });

  app.get("/__faults", (c) => c.json(withSentences(parts.faults.entries())));
  app.post("/__faults", async (c) => {
    const id = parts.faults.add(await bodyOf(c.req.raw, faultRule), c.req.query("owner") ?? "");
    return c.json({ id }, 201);
  });
  app.delete("/__faults/:id", (c) => {
    const isThere = parts.faults.remove(Number(c.req.param("id")));
    return isThere ? c.json({}) : nothing(c, "rule");
  });

  app.get("/__members", async (c) => c.json(await listMembers(services, memberSearch.parse(c.req.query()))));
  app.get("/__members/:id", async (c) => {
    const member = await memberShown(services, idIn(c));
    return member ? c.json(member) : nothing(c, "member");
  });
  app.patch("/__members/:id", async (c) => {
    const member = await editMember(services, idIn(c), await bodyOf(c.req.raw, memberChange));
    return member ? c.json(member) : nothing(c, "member");
  });
  app.post("/__members/:id/orders", async (c) => {
    const { count } = await bodyOf(c.req.raw, ordersOrder);
    return (await addOrders(services, idIn(c), count)) ? c.json({}, 201) : nothing(c, "member");
  });
  app.post("/__members/:id/sign-in", async (c) => {
    const member = await memberShown(services, idIn(c));
    if (!member) return nothing(c, "member");
    if (member.email === null) return c.json({ message: "A wallet signs in with its key" }, 409);
    return c.json({ email: member.email, password: services.oneTime.make(member.id) });
  });
  app.patch("/__orders/:number", async (c) => {
    const { status } = await bodyOf(c.req.raw, orderChange);
    return (await editOrder(services, c.req.param("number"), status)) ? c.json({}) : nothing(c, "order");
  });

  app.get("/__scenarios", (c) => c.json(parts.scenarios.list()));
  app.post("/__scenarios/:name", async (c) => {
    const { member } = await bodyOf(c.req.raw, playOrder);
    const refusal = await parts.scenarios.play(c.req.param("name"), member);
    if (refusal === "unknown") return nothing(c, "scenario");
    return refusal ? c.json({ message: `"${refusal.by}" plays and changes the same` }, 409) : c.json({});
  });
  app.delete("/__scenarios/:name", async (c) => {
    await parts.scenarios.undo(c.req.param("name"));
    return c.json({});
  });
  app.delete("/__scenarios", async (c) => {
    await parts.scenarios.undoAll();
    return c.json({});
  });

  app.post("/__members", async (c) => {
    const member = await makeMember(services, await bodyOf(c.req.raw, memberOrder));
    return member ? c.json(member, 201) : c.json({ message: "The e-mail or address is taken" }, 409);
  });

  app.get("/__calls", (c) => c.json(parts.calls.read(c.req.query("member"))));
  app.get("/__calls/:id", (c) => {
    const call = parts.calls.one(idIn(c));
    return call ? c.json(call) : nothing(c, "call");
  });
  app.post("/__calls/:id/replay", async (c) => {
    const call = parts.calls.one(idIn(c));
    const made = call && (await parts.replay(call));
    if (typeof made === "string") return c.json({ message: made }, 409);
    return made ? c.json(made, 201) : nothing(c, "call");
  });
  app.delete("/__calls", (c) => {
    parts.calls.clear();
    return c.json({});
  });

  app.delete("/__differences", (c) => c.json(parts.takeDifferences()));

  app.put("/__settings", async (c) => {
    Object.assign(services.settings, await bodyOf(c.req.raw, settingsChange));
    return c.json(services.settings);
  });

  app.get("/__settings", (c) => c.json({ settings: services.settings, defaults: parts.defaults }));
  app.delete("/__settings", (c) => c.json(Object.assign(services.settings, parts.defaults)));

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
    if (error instanceof z.ZodError) {
      const message = error.issues.map(({ path, message: what }) => `${path.join(".")}: ${what}`).join("; ");
      return c.json({ message }, 400);
    }
    return c.json({ message: error.message }, error instanceof SyntaxError ? 400 : 500);
  });

  return app;
}
