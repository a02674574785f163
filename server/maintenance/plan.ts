import { z } from "zod";

/** Parts of the site that can be closed by themselves. */
export const areas = ["store", "accounts", "dao", "support"] as const;
export type Area = (typeof areas)[number];

const time = z
  .string()
  .datetime({ offset: true, message: "a time with its zone: 2026-12-01T03:00:00+09:00" });
const text = z.string().trim().min(1).max(1_000);

/** The file of MAINTENANCE_FILE (docs/runbooks.md#maintenance). */
export const planSchema = z
  .object({
    areas: z.union([z.literal("all"), z.array(z.enum(areas)).min(1)]).default("all"),
    /** Without it the maintenance has begun. */
    from: time.optional(),
    /** Without it the end is not known. */
    until: time.optional(),
    /** From then on no new purchase begins; `from` by default. */
    stop: time.optional(),
    /** Sentences of the operator, after the site's own. */
    text: z.object({ ja: text, en: text, ko: text, zh: text }).partial().strict().optional(),
  })
  .strict()
  .transform(({ areas: closed, from, until, stop, text: said = {} }) => {
    const begin = from === undefined ? -Infinity : Date.parse(from);
    return {
      areas: closed === "all" ? ("all" as const) : [...new Set(closed)],
      from: begin,
      until: until === undefined ? Infinity : Date.parse(until),
      stop: stop === undefined ? begin : Math.min(begin, Date.parse(stop)),
      text: said,
    };
  })
  .refine(({ from, until }) => from < until, { message: "until is not after from" });

/** Times in ms since 1970; infinite if they are not known. */
export type Plan = z.output<typeof planSchema>;

/** How long the site says that the maintenance is over, in ms. */
const OVER_MS = 10 * 60_000;

export type Phase = "planned" | "running" | "over";

/** @returns undefined when there is nothing to say of the plan */
export function phaseOf({ from, until }: Plan, now: number): Phase | undefined {
  if (now < from) return "planned";
  if (now < until) return "running";
  return now < until + OVER_MS ? "over" : undefined;
}

/** `stale-if-error` of guests' pages (protocol/cache-headers.server.ts), in ms. */
const KEPT_MS = 24 * 60 * 60_000;

/** Returns whether a maintenance begins within a day, is running or has just ended. */
export const isNear = (plan: Plan | undefined, now: number): boolean =>
  plan !== undefined && phaseOf(plan, now) !== undefined && now > plan.from - KEPT_MS;

const prefixes: Readonly<Record<Area, readonly string[]>> = {
  store: ["/store"],
  accounts: ["/sign-in", "/sign-up", "/find-password", "/change-password", "/wpdnif", "/my-page"],
  dao: ["/dao"],
  support: ["/support"],
};

/** Open in any case: what ends a payment under way well, and what changes the look of the page itself. */
const alwaysOpen = ["/store/products/complete", "/store/purchases", "/sign-out", "/language", "/theme"];
const CONFIRMS_ORDER = /^\/store\/products\/[^/]+\/checkout\/confirm$/;

const isUnder = (path: string) => (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Whether a request belongs to a purchase that began before. */
const isUnderWay = (path: string) => alwaysOpen.some(isUnder(path)) || CONFIRMS_ORDER.test(path);

/**
 * Returns whether a plan closes a page or a form now.
 *
 * @param path without the query
 */
export function isClosed(
  plan: Plan,
  { method, path }: { method: string; path: string },
  now: number,
): boolean {
  if (isUnderWay(path)) return false;
  const phase = phaseOf(plan, now);
  const isStore = prefixes.store.some(isUnder(path));
  const closesStore = plan.areas === "all" || plan.areas.includes("store");
  if (phase === "planned") return method === "POST" && isStore && closesStore && now >= plan.stop;
  if (phase !== "running") return false;
  return plan.areas === "all" || plan.areas.some((area) => prefixes[area].some(isUnder(path)));
}

/** Returns the areas that stay open. */
export const openAreas = (plan: Plan): Area[] =>
  plan.areas === "all" ? [] : areas.filter((area) => !plan.areas.includes(area as never));
