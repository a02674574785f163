import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Services } from "../services";
import { mailsOf } from "../mail";
import { refund } from "../refunds";
import { refundOrder, settingsChange } from "../switches";
import type { CallLog } from "../switches/calls";
import { faultRule, type Faults } from "../switches/faults";
import { makeMember, memberOrder, type MadeMember } from "../switches/members";
import { type Control, type Desk, deskPage } from "./page";

const CALLS_SHOWN = 40;
const MAILS_SHOWN = 10;
/** Under it the desk's rules are set and cleared; those of tests that run meanwhile stay. */
const OWNER = "desk";

/** A form's fields without the empty ones; names that are numbers in the schema are made numbers. */
function filled(form: FormData, numbers: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && value !== "")
      fields[name] = numbers.includes(name) ? Number(value) : value;
  }
  return fields;
}

/** The settings as controls: what the schema allows decides which. */
function controlsOf(settings: Services["settings"]): Control[] {
  const shape = settingsChange.shape as Record<string, z.ZodOptional<z.ZodTypeAny> | undefined>;
  return Object.entries(settings).map(([name, value]) => {
    const type = shape[name]?.unwrap();
    const options = type instanceof z.ZodEnum ? (type.options as string[]) : undefined;
    return { name, value: value as Control["value"], ...(options && { options }) };
  });
}

/**
 * The sandbox's desk at `/`: members, faults, settings, calls and mail for a person with a browser; plain forms.
 * Only a page of its own may send them: a site elsewhere that a developer reads must not change their sandbox.
 */
export function desk(
  services: Services,
  parts: { faults: Faults; calls: CallLog; reset: () => Promise<void>; paths: () => string[] },
) {
  const app = new Hono();

  const page = async (c: Context, shown: Pick<Desk, "done" | "problem"> & { member?: MadeMember }) => {
    c.header("Cache-Control", "no-store");
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    const calls = parts.calls.read().calls.slice(-CALLS_SHOWN).reverse();
    const rules = parts.faults.list();
    const mails = await mailsOf(services, undefined, MAILS_SHOWN);
    const { siteOrigin } = services.settings;
    const settings = controlsOf(services.settings);
    const content = deskPage({ ...shown, rules, settings, calls, mails, paths: parts.paths(), siteOrigin });
    return c.html(content, shown.problem ? 400 : 200);
  };

  app.use("/desk/*", async (c, next) => {
    const origin = c.req.header("origin");
    const own = [services.origin, services.origin.replace("localhost", "127.0.0.1")];
    if (origin === undefined || !own.includes(origin)) return c.text("Only for the desk's own forms", 403);
    return next();
  });

  const done = (c: Context, what: string) => c.redirect(`/?done=${encodeURIComponent(what)}`, 303);

  app.get("/", (c) => page(c, { done: c.req.query("done") }));

  app.post("/desk/members", async (c) => {
    const fields = filled(await c.req.formData(), ["history", "orders", "soria", "soriaPlus", "point"]);
    const { soria, soriaPlus, point, ...rest } = fields;
    const order = memberOrder.parse({ ...rest, balances: { soria, soriaPlus, point } });
    const member = await makeMember(services, order);
    if (!member) return page(c, { problem: "The e-mail or address is taken." });
    return page(c, { member });
  });

  app.post("/desk/faults", async (c) => {
    const form = await c.req.formData();
    const fields = filled(form, ["status", "delayMs", "times"]);
    const rule = faultRule.parse({ ...fields, after: form.has("after") });
    parts.faults.replace([...parts.faults.list(OWNER), rule], OWNER);
    return done(c, "The rule is in force.");
  });

  app.post("/desk/faults/clear", (c) => {
    parts.faults.replace([]);
    return done(c, "No rule is in force any more.");
  });

  app.post("/desk/settings", async (c) => {
    const form = await c.req.formData();
    const wanted: Record<string, unknown> = {};
    for (const { name, value } of controlsOf(services.settings)) {
      const given = form.get(name);
      if (typeof value === "boolean") wanted[name] = given !== null;
      else if (typeof given === "string") wanted[name] = typeof value === "number" ? Number(given) : given;
    }
    Object.assign(services.settings, settingsChange.parse(wanted));
    return done(c, "The settings are kept until the sandbox ends.");
  });

  app.post("/desk/refunds", async (c) => {
    const { transactionId, amount } = refundOrder.parse(filled(await c.req.formData(), ["amount"]));
    const made = await refund(services, transactionId, amount);
    if (typeof made === "string") return page(c, { problem: `Nothing was refunded: ${made}.` });
    return done(c, `Refunded: ${made.status}, ${made.taken} hundredths are still taken.`);
  });

  app.post("/desk/reset", async (c) => {
    await parts.reset();
    return done(c, "Everything is as after the first start.");
  });

  app.onError((error, c) => {
    if (!(error instanceof z.ZodError)) throw error;
    const problem = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
    return page(c, { problem });
  });

  return app;
}
