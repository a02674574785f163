import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { z } from "zod";
import { answerChange, contradicted, priceChange, type PriceChange } from "./contradictions";

/** One rule of `PUT /__faults`. The first rule that fits a request is applied to it. */
export const faultRule = z.object({
  method: z.string().optional(),
  /** Begin of the path ("/api/news" fits "/api/news/3" too), or the whole of it with `exact`. */
  path: z.string().startsWith("/"),
  exact: z.boolean().default(false),
  /** Only requests of this member (the id that POST /__members answers): so that tests can run in parallel. */
  member: z.union([z.number(), z.string()]).optional(),
  /** The same for calls without a token: only JSON requests that have this address in their body. */
  email: z.string().optional(),
  status: z.number().int().min(200).max(599).optional(),
  /** Sent as it is when it is text, else as JSON. */
  body: z.unknown().optional(),
  delayMs: z.number().int().nonnegative().optional(),
  mode: z.enum(["stall", "stall-body", "drip", "truncate", "close", "redirect", "html", "huge"]).optional(),
  /** For redirect. */
  location: z.string().default("http://evil.example/"),
  /** The call is carried out first, and then its answer is lost or changed. */
  after: z.boolean().default(false),
  ...answerChange,
  price: priceChange.optional(),
  /** How often the rule is applied; without it, until it is cleared. */
  times: z.number().int().positive().optional(),
});
export type FaultRule = z.infer<typeof faultRule>;
/** A rule as it is sent: what has a default may be left out. */
export type FaultOrder = z.input<typeof faultRule>;

export interface NodeBindings {
  incoming?: { socket: { destroy(): void } };
}

/** The connection has been closed on purpose: MSW turns it into a network error. */
export class ConnectionClosed extends Error {}

const HUGE = 50 * 1024 * 1024;

/**
 * A body in the making. A server's connection ends it when the caller gives up; in process nobody else does, so there
 * `signal` must.
 */
function streamed(
  init: ResponseInit,
  signal: AbortSignal | undefined,
  { start, pull }: UnderlyingDefaultSource<Uint8Array>,
): Response {
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      start?.(controller);
    },
    ...(pull && { pull }),
  };
  return new Response(new ReadableStream(source), {
    ...init,
    headers: { "Content-Type": "application/json" },
  });
}

/** Resolves when the client has gone away; a stalled answer ends then. */
const untilGone = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

async function misbehave(rule: FaultRule, request: Request, answer: Response, bindings?: NodeBindings) {
  const init = { status: answer.status };
  const caller = bindings?.incoming ? undefined : request.signal;
  switch (rule.mode) {
    case undefined:
      return answer;
    case "stall":
      await untilGone(request.signal);
      return new Response(null, { status: 499 });
    case "close":
      if (!bindings?.incoming) throw new ConnectionClosed("The connection was closed");
      bindings.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: rule.location } });
    case "html":
      return new Response("<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>", {
        status: rule.status ?? 200,
        headers: { "Content-Type": "text/html" },
      });
    case "huge": {
      const filler = new Uint8Array(64 * 1024).fill(97);
      let sent = 0;
      return streamed(init, caller, {
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode('{"result":1,"message":"","data":"')),
        pull(controller) {
          if (sent < HUGE) controller.enqueue(filler);
          else {
            controller.enqueue(new TextEncoder().encode('"}'));
            controller.close();
          }
          sent += filler.length;
        },
      });
    }
    case "truncate":
    case "stall-body":
    case "drip":
      return partly(rule.mode, answer, caller);
  }
}

/** Half of the real body and an end, half of it and no end, or a byte a second. */
async function partly(
  mode: "truncate" | "stall-body" | "drip",
  answer: Response,
  signal: AbortSignal | undefined,
) {
  const init = { status: answer.status };
  const body = new Uint8Array(await answer.arrayBuffer());
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (mode === "truncate") {
    return new Response(half, { ...init, headers: { "Content-Type": "application/json" } });
  }
  if (mode === "stall-body")
    return streamed(init, signal, { start: (controller) => controller.enqueue(half) });
  let at = 0;
  return streamed(init, signal, {
    async pull(controller) {
      if (at >= body.length) return controller.close();
      if (at > 0) await pause(1000, signal);
      if (signal?.aborted) return;
      controller.enqueue(body.subarray(at, (at += 1)));
    },
  });
}

/** Whether a JSON request has this address in it; the request can still be read afterwards. */
async function names(request: Request, email: string): Promise<boolean> {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return false;
  return (await request.clone().text()).toLowerCase().includes(JSON.stringify(email.toLowerCase()));
}

/** The rules in force, and what they do to a request. */
export class Faults {
  private rules: { id: number; owner: string; rule: FaultRule }[] = [];
  private lastId = 0;

  /** @param changePrice does what a rule's `price` says */
  constructor(private readonly changePrice: (price: PriceChange) => Promise<void>) {}

  /** Replaces the rules of one owner (a test that runs beside others), or all of them. */
  replace(rules: FaultRule[], owner?: string): void {
    const kept = owner === undefined ? [] : this.rules.filter((entry) => entry.owner !== owner);
    this.rules = [...kept, ...rules.map((rule) => ({ id: ++this.lastId, owner: owner ?? "", rule }))];
  }

  /** Adds a rule after those in force. @returns its id, which removes it */
  add(rule: FaultRule, owner: string): number {
    this.rules = [...this.rules, { id: ++this.lastId, owner, rule }];
    return this.lastId;
  }

  /** Removes one rule. @returns whether it was in force */
  remove(id: number): boolean {
    const before = this.rules.length;
    this.rules = this.rules.filter((entry) => entry.id !== id);
    return this.rules.length < before;
  }

  /** The rules in force, each with its id and its owner. */
  entries(): readonly { id: number; owner: string; rule: FaultRule }[] {
    return this.rules;
  }

  /** The rules in force, of one owner or of all. */
  list(owner?: string): FaultRule[] {
    return this.rules.filter((entry) => owner === undefined || entry.owner === owner).map(({ rule }) => rule);
  }

  /** Takes the rule for a request (and one of its `times`), if there is one. */
  async take(request: Request, member: string | undefined): Promise<FaultRule | undefined> {
    const { pathname } = new URL(request.url);
    for (const entry of [...this.rules]) {
      const { rule } = entry;
      const fits =
        (rule.method === undefined || rule.method.toUpperCase() === request.method) &&
        (rule.exact ? pathname === rule.path : pathname.startsWith(rule.path)) &&
        (rule.member === undefined || String(rule.member) === member) &&
        (rule.email === undefined || (await names(request, rule.email)));
      // Another request may have used the rule up while this one's body was read.
      if (!fits || !this.rules.includes(entry)) continue;
      if (rule.times !== undefined && (rule.times -= 1) === 0) {
        this.rules = this.rules.filter((other) => other !== entry);
      }
      return rule;
    }
    return undefined;
  }

  /**
   * Answers a request under a rule. `carryOut` is the real call: made when the rule only delays, when it changes the
   * form of a real answer, or with `after`.
   */
  async answer(
    rule: FaultRule,
    request: Request,
    carryOut: () => Promise<Response>,
    bindings?: NodeBindings,
  ): Promise<Response> {
    const replaced = rule.status !== undefined || rule.body !== undefined;
    const needsReal =
      rule.after || (!replaced && !["stall", "close", "redirect", "html", "huge"].includes(rule.mode ?? ""));
    const { price } = rule;
    if (price?.when === "before") await this.changePrice(price);
    const done = needsReal ? await carryOut() : new Response("", { status: rule.status ?? 200 });
    if (price?.when === "after") await this.changePrice(price);
    const real = await contradicted(rule, done);
    if (rule.delayMs) await pause(rule.delayMs, request.signal);
    const text = typeof rule.body === "string" ? rule.body : JSON.stringify(rule.body ?? null);
    const answer = replaced
      ? new Response(rule.status === 204 ? null : rule.body === undefined ? defaultBody(rule.status) : text, {
          status: rule.status ?? 200,
          headers: { "Content-Type": "application/json", ...rule.headers },
        })
      : real;
    return misbehave(rule, request, answer, bindings);
  }
}

const defaultBody = (status: number | undefined) =>
  JSON.stringify({ result: 0, message: `FAULT ${status ?? 200}`, data: null });
