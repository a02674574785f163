import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { z } from "zod";
import { answerChange, contradicted, priceChange, type PriceChange } from "./contradictions";

/** One rule of `PUT /__faults`. The first matching rule is applied. */
export const faultRule = z.object({
  method: z.string().optional(),
  /** Path prefix ("/api/news" matches "/api/news/3" too), or the whole path with `exact`. */
  path: z.string().startsWith("/"),
  exact: z.boolean().default(false),
  /** Matches only requests of this member (id from POST /__members), so that tests can run in parallel. */
  member: z.union([z.number(), z.string()]).optional(),
  /** The same for calls without a token: matches only JSON requests that contain this e-mail address. */
  email: z.string().optional(),
  status: z.number().int().min(200).max(599).optional(),
  /** Response body. A string is sent unchanged, any other value as JSON. */
  body: z.unknown().optional(),
  delayMs: z.number().int().nonnegative().optional(),
  mode: z.enum(["stall", "stall-body", "drip", "truncate", "close", "redirect", "html", "huge"]).optional(),
  /** Location header in mode "redirect". */
  location: z.string().default("http://evil.example/"),
  /** Carries out the call first, then loses or changes its response. */
  after: z.boolean().default(false),
  ...answerChange.shape,
  price: priceChange.optional(),
  /** Number of times the rule applies; undefined until it is removed. */
  times: z.number().int().positive().optional(),
});
export type FaultRule = z.infer<typeof faultRule>;
/** A rule in a request; fields with a default are optional. */
export type FaultOrder = z.input<typeof faultRule>;

export interface NodeBindings {
  incoming?: { socket: { destroy(): void } };
}

/** Thrown to close the connection on purpose. MSW turns it into a network error. */
export class ConnectionClosed extends Error {}

/** A new object each time, because the server adds Content-Length to it. */
const jsonHead = () => ({ "Content-Type": "application/json" });
const HUGE = 50 * 1024 * 1024;

/** Creates a streamed response. In a server the closed connection ends it; in process `signal` must end it. */
function streamed(
  status: number,
  signal: AbortSignal | undefined,
  { start, pull }: UnderlyingDefaultSource<Uint8Array>,
): Response {
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      start?.(controller);
    },
    pull,
  };
  return new Response(new ReadableStream(source), { status, headers: jsonHead() });
}

/** Ends early when the client disconnects. */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  setTimeout(ms, undefined, { signal }).catch(() => {});

async function misbehave(rule: FaultRule, request: Request, answer: Response, bindings?: NodeBindings) {
  const { status } = answer;
  const caller = bindings?.incoming ? undefined : request.signal;
  const wholeBody = async () => new Uint8Array(await answer.arrayBuffer());
  const halfBody = async () => {
    const body = await wholeBody();
    return body.subarray(0, Math.floor(body.length / 2));
  };
  switch (rule.mode) {
    case undefined:
      return answer;
    case "stall":
      if (!request.signal.aborted) await once(request.signal, "abort");
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
      return streamed(status, caller, {
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
      return new Response(await halfBody(), { status, headers: jsonHead() });
    case "stall-body": {
      const half = await halfBody();
      return streamed(status, caller, { start: (controller) => controller.enqueue(half) });
    }
    case "drip": {
      const body = await wholeBody();
      let at = 0;
      return streamed(status, caller, {
        async pull(controller) {
          if (at >= body.length) return controller.close();
          if (at > 0) await pause(1000, caller);
          if (caller?.aborted) return;
          controller.enqueue(body.subarray(at, (at += 1)));
        },
      });
    }
  }
}

/** Returns whether a JSON request contains this address, without consuming the request. */
async function names(request: Request, email: string): Promise<boolean> {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return false;
  return (await request.clone().text()).toLowerCase().includes(JSON.stringify(email.toLowerCase()));
}

const MODES: Record<NonNullable<FaultRule["mode"]>, string> = {
  stall: "never answers",
  "stall-body": "sends half of the response and stops",
  drip: "sends the response one byte a second",
  truncate: "cuts the response in the middle",
  close: "closes the connection without a response",
  redirect: "redirects elsewhere",
  html: "answers with an HTML error page",
  huge: "answers with 50 MB of JSON",
};

const shortened = (value: unknown) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
};

/** Describes a rule as one English sentence, for the desk and `GET /__faults`. */
export function sentenceOf(rule: FaultRule): string {
  const which = rule.method ? `Every ${rule.method.toUpperCase()} request` : "Every request";
  const where = rule.path === "/" && !rule.exact ? "" : ` to ${rule.path}${rule.exact ? "" : "…"}`;
  const who =
    (rule.member === undefined ? "" : ` of member ${rule.member}`) +
    (rule.email === undefined ? "" : ` with ${rule.email} in its body`);
  const { price, status, body } = rule;
  const cost = price && [price.amount === undefined ? "" : (price.amount / 100).toFixed(2), price.currency];
  const replaced =
    status === undefined && body === undefined
      ? ""
      : `answers ${status ?? 200}${body === undefined ? "" : ` with ${shortened(body)}`}`;
  const does = [
    price && `changes product ${price.item} to ${cost?.filter(Boolean).join(" ")} ${price.when} its work`,
    rule.after && "does its work first",
    rule.delayMs && `waits ${rule.delayMs.toLocaleString("en")} ms`,
    replaced,
    rule.mode && MODES[rule.mode],
    ...Object.entries(rule.set ?? {}).map(([path, value]) => `sets ${path} to ${shortened(value)}`),
    ...(rule.unset ?? []).map((path) => `leaves out ${path}`),
    ...Object.entries(rule.headers ?? {}).map(([name, value]) => `sends ${name}: ${value}`),
  ].filter(Boolean);
  const howOften =
    rule.times === undefined ? "until removed" : rule.times === 1 ? "once" : `${rule.times} more times`;
  return `${which}${where}${who} ${does.join(", then ") || "is answered as usual"}; ${howOften}.`;
}

export class Faults {
  private rules: { id: number; owner: string; rule: FaultRule }[] = [];
  private lastId = 0;

  /** @param changePrice applies the `price` of a rule */
  constructor(private readonly changePrice: (price: PriceChange) => Promise<void>) {}

  /** Replaces the rules of one owner (such as one of several parallel tests), or all rules. */
  replace(rules: FaultRule[], owner?: string): void {
    const kept = owner === undefined ? [] : this.rules.filter((entry) => entry.owner !== owner);
    this.rules = [...kept, ...rules.map((rule) => ({ id: ++this.lastId, owner: owner ?? "", rule }))];
  }

  add(rule: FaultRule, owner: string): number {
    this.rules = [...this.rules, { id: ++this.lastId, owner, rule }];
    return this.lastId;
  }

  remove(id: number): boolean {
    const before = this.rules.length;
    this.rules = this.rules.filter((entry) => entry.id !== id);
    return this.rules.length < before;
  }

  /** Returns the rules with a sentence that describes each. */
  entries() {
    return this.rules.map((entry) => ({ ...entry, sentence: sentenceOf(entry.rule) }));
  }

  /** Returns the first matching rule and uses up one of its `times`. */
  async take(request: Request, member: string | undefined): Promise<FaultRule | undefined> {
    const { pathname } = new URL(request.url);
    for (const entry of [...this.rules]) {
      const { rule } = entry;
      const fits =
        (rule.method === undefined || rule.method.toUpperCase() === request.method) &&
        (rule.exact ? pathname === rule.path : pathname.startsWith(rule.path)) &&
        (rule.member === undefined || String(rule.member) === member) &&
        (rule.email === undefined || (await names(request, rule.email)));
      // Another request may have used up the rule while this body was read.
      if (!fits || !this.rules.includes(entry)) continue;
      if (rule.times !== undefined && (rule.times -= 1) === 0) {
        this.rules = this.rules.filter((other) => other !== entry);
      }
      return rule;
    }
    return undefined;
  }

  /**
   * Responds to a request according to a rule. `carryOut` makes the real call: when the rule only delays or changes a
   * real response, and with `after`.
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
          headers: { ...jsonHead(), ...rule.headers },
        })
      : real;
    return misbehave(rule, request, answer, bindings);
  }
}

const defaultBody = (status: number | undefined) =>
  JSON.stringify({ result: 0, message: `FAULT ${status ?? 200}`, data: null });
