/** Fault rules: they delay, replace, break or change responses, and change prices during a call. */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { z } from "zod";
import { paymentType } from "../../wire/store";
import { type Database, sql } from "../database";

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
  /** Changes of the real response: "data.amount": 90000, "data.items.*.currency": "SORIA". */
  set: z.record(z.unknown()).optional(),
  /** Paths of fields to remove, in the syntax of `set`. */
  unset: z.array(z.string()).optional(),
  headers: z.record(z.string()).optional(),
  /** A price change that is triggered by a matching call. It stays after the rule is removed. */
  price: z
    .object({
      item: z.number().int(),
      /** New price in hundredths. */
      amount: z.number().int().optional(),
      currency: paymentType.optional(),
      /** Before the call does its work, or after the work and before the response. */
      when: z.enum(["before", "after"]).default("before"),
    })
    .optional(),
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

const streamed = (status: number, chunks: AsyncGenerator<Uint8Array>) =>
  new Response(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    }),
    { status, headers: jsonHead() },
  );

async function* hugeJson() {
  yield Buffer.from('{"result":1,"message":"","data":"');
  const filler = new Uint8Array(64 * 1024).fill(97);
  for (let sent = 0; sent < HUGE; sent += filler.length) yield filler;
  yield Buffer.from('"}');
}

async function* thenNothing(chunk: Uint8Array, signal: AbortSignal) {
  yield chunk;
  await once(signal, "abort");
  signal.throwIfAborted();
}

async function* oneByteASecond(body: Uint8Array, signal: AbortSignal) {
  for (const [at, byte] of body.entries()) {
    if (at > 0) await setTimeout(1000, undefined, { signal });
    yield Uint8Array.of(byte);
  }
}

async function misbehave(rule: FaultRule, request: Request, response: Response, bindings?: NodeBindings) {
  const { status } = response;
  const wholeBody = async () => new Uint8Array(await response.arrayBuffer());
  const halfBody = async () => {
    const body = await wholeBody();
    return body.subarray(0, Math.floor(body.length / 2));
  };
  switch (rule.mode) {
    case undefined:
      return response;
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
    case "huge":
      return streamed(status, hugeJson());
    case "truncate":
      return new Response(await halfBody(), { status, headers: jsonHead() });
    case "stall-body":
      return streamed(status, thenNothing(await halfBody(), request.signal));
    case "drip":
      return streamed(status, oneByteASecond(await wholeBody(), request.signal));
  }
}

/** Returns whether a JSON request contains this address, without consuming the request. */
async function names(request: Request, email: string): Promise<boolean> {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return false;
  return (await request.clone().text()).toLowerCase().includes(JSON.stringify(email.toLowerCase()));
}

/** Sets the fields at a path, in which `*` is every field or row. Ignores missing objects. */
function setAt(root: unknown, [step = "", ...rest]: string[], value: unknown): void {
  if (typeof root !== "object" || root === null) return;
  const holder = root as Record<string, unknown>;
  for (const name of step === "*" ? Object.keys(holder) : [step]) {
    if (rest.length > 0) setAt(holder[name], rest, value);
    else holder[name] = value;
  }
}

/** Returns the response with the fields and headers of a rule. A body that is not JSON stays unchanged. */
async function contradicted({ set, unset, headers }: FaultRule, response: Response): Promise<Response> {
  if (!set && !unset && !headers) return response;
  const changed = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers ?? {})) changed.set(name, value);
  changed.delete("content-length");
  let text = await response.text();
  if (/json/.test(response.headers.get("content-type") ?? "")) {
    const body: unknown = JSON.parse(text);
    for (const [path, value] of Object.entries(set ?? {})) setAt(body, path.split("."), value);
    // JSON.stringify removes fields that are undefined.
    for (const path of unset ?? []) setAt(body, path.split("."), undefined);
    text = JSON.stringify(body);
  }
  return new Response(text, { status: response.status, headers: changed });
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
  const { price, status, body, member, email } = rule;
  const which = rule.method ? `Every ${rule.method.toUpperCase()} request` : "Every request";
  const where = rule.path === "/" && !rule.exact ? "" : ` to ${rule.path}${rule.exact ? "" : "…"}`;
  const who = member === undefined ? "" : ` of member ${member}`;
  const naming = email === undefined ? "" : ` with ${email} in its body`;
  const cost = price && [price.amount === undefined ? "" : (price.amount / 100).toFixed(2), price.currency];
  const content = body === undefined ? "" : ` with ${shortened(body)}`;
  const does = [
    price && `changes product ${price.item} to ${cost?.filter(Boolean).join(" ")} ${price.when} its work`,
    rule.after && "does its work first",
    rule.delayMs && `waits ${rule.delayMs.toLocaleString("en")} ms`,
    (status !== undefined || content) && `answers ${status ?? 200}${content}`,
    rule.mode && MODES[rule.mode],
    ...Object.entries(rule.set ?? {}).map(([path, value]) => `sets ${path} to ${shortened(value)}`),
    ...(rule.unset ?? []).map((path) => `leaves out ${path}`),
    ...Object.entries(rule.headers ?? {}).map(([name, value]) => `sends ${name}: ${value}`),
  ].filter(Boolean);
  const howOften =
    rule.times === undefined ? "until removed" : rule.times === 1 ? "once" : `${rule.times} more times`;
  return `${which}${where}${who}${naming} ${does.join(", then ") || "is answered as usual"}; ${howOften}.`;
}

export class Faults {
  private rules: { id: number; owner: string; rule: FaultRule }[] = [];
  private lastId = 0;

  constructor(private readonly db: Database) {}

  /** Replaces the rules of one owner (such as one of several parallel tests), or all rules. */
  replace(rules: FaultRule[], owner?: string): void {
    this.rules = owner === undefined ? [] : this.rules.filter((entry) => entry.owner !== owner);
    for (const rule of rules) this.add(rule, owner);
  }

  add(rule: FaultRule, owner = ""): number {
    this.rules.push({ id: ++this.lastId, owner, rule });
    return this.lastId;
  }

  remove(id: number): boolean {
    const before = this.rules.length;
    this.rules = this.rules.filter((entry) => entry.id !== id);
    return this.rules.length < before;
  }

  entries() {
    return this.rules.map((entry) => ({ ...entry, sentence: sentenceOf(entry.rule) }));
  }

  /** Returns the first matching rule and uses up one of its `times`. */
  async take(request: Request, member: string | undefined): Promise<FaultRule | undefined> {
    const { pathname } = new URL(request.url);
    for (const { id, rule } of [...this.rules]) {
      const fits =
        (rule.method === undefined || rule.method.toUpperCase() === request.method) &&
        (rule.exact ? pathname === rule.path : pathname.startsWith(rule.path)) &&
        (rule.member === undefined || String(rule.member) === member) &&
        (rule.email === undefined || (await names(request, rule.email)));
      // Another request may have used up the rule while this body was read.
      if (!fits || !this.rules.some((entry) => entry.id === id)) continue;
      if (rule.times !== undefined && (rule.times -= 1) === 0) this.remove(id);
      return rule;
    }
    return undefined;
  }

  /**
   * Responds to a request according to a rule. `carryOut` makes the real call: when the rule only delays or changes a
   * real response, and with `after`.
   */
  async respond(
    rule: FaultRule,
    request: Request,
    carryOut: () => Promise<Response>,
    bindings?: NodeBindings,
  ): Promise<Response> {
    const { price, status = 200 } = rule;
    const { body = { result: 0, message: `FAULT ${status}`, data: null } } = rule;
    const replaced = rule.status !== undefined || rule.body !== undefined;
    const needsReal =
      rule.after || (!replaced && !["stall", "close", "redirect", "html", "huge"].includes(rule.mode ?? ""));
    const changePrice = async (when: "before" | "after") => {
      if (price?.when !== when) return;
      await this.db.run(sql`UPDATE products SET amount = COALESCE(${price.amount}, amount),
        payment_type = COALESCE(${price.currency}, payment_type) WHERE id = ${price.item}`);
    };
    await changePrice("before");
    const done = needsReal ? await carryOut() : new Response("", { status });
    await changePrice("after");
    const real = await contradicted(rule, done);
    // Ends early when the client disconnects.
    if (rule.delayMs) await setTimeout(rule.delayMs, undefined, { signal: request.signal }).catch(() => {});
    if (!replaced) return misbehave(rule, request, real, bindings);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { ...jsonHead(), ...rule.headers };
    const replacement = new Response(status === 204 ? null : text, { status, headers });
    return misbehave(rule, request, replacement, bindings);
  }
}
