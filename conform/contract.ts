import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Who says so: `spec` and `decision` bind, `proposal` is asked of the API team, `open` has no agreed spelling. */
export type Basis = "spec" | "decision" | "proposal" | "open";

/** One field of a request or of an answer, as docs/contract/calls.json has it. */
export interface Field {
  /** Path inside the body or `data`: `items[].id`. Missing where `data` itself is the value. */
  name?: string;
  type: string;
  required?: boolean;
  nullable?: boolean;
  enum?: readonly (string | number)[];
  const?: string | number;
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** What the API takes when a required field is left out: then leaving it out is no fault. */
  default?: unknown;
  basis: Basis;
}

export interface CallSpec {
  id: string;
  service: "product" | "order";
  method: string;
  /** Joined to the address of the service; parameters as `{id}`. */
  path: string;
  auth: "none" | "access" | "refresh" | "ec" | "access if signed in";
  basis: Basis;
  timeoutMs: number;
  headers: Field[];
  query: Field[];
  body: { type: "none" | "empty" | "json" | "multipart"; fields: Field[] };
  success: { data: Field[] };
  resultChecked: boolean;
  codes: { code: string | number; http?: string }[];
  example: { request: { path: string; query?: object; body?: object; multipart?: object } };
  spec: string[];
}

export interface Contract {
  calls: CallSpec[];
  /** @throws Error for an id that no call has */
  call(id: string): CallSpec;
  /** Rule numbers of docs/contract/money.md, in order: "M1.1". */
  moneyRules: string[];
}

const folder = join(import.meta.dirname, "../docs/contract");

/** Reads the two files that the kit goes by. Nothing else of the project is read. */
export function readContract(from = folder): Contract {
  const { calls } = JSON.parse(readFileSync(join(from, "calls.json"), "utf8")) as { calls: CallSpec[] };
  const money = readFileSync(join(from, "money.md"), "utf8");
  const byId = new Map(calls.map((call) => [call.id, call]));
  return {
    calls,
    call(id) {
      const call = byId.get(id);
      if (!call) throw new Error(`calls.json has no call ${id}`);
      return call;
    },
    moneyRules: [...money.matchAll(/^(M\d+\.\d+) /gm)].map(([, rule]) => rule ?? ""),
  };
}

/** The line of the specification that a call is checked by. */
export const sourceOf = (call: CallSpec): string =>
  call.spec.find((ref) =>
    /^(accounts-and-store\.md:2[0-4]|public-site-and-community\.md:1[56])\d/.test(ref),
  ) ??
  call.spec[0] ??
  "calls.json";

/** Rule id of a field of a request: `store.purchase body.transactionMethod`. */
export const requestRule = (call: CallSpec, where: "body" | "query" | "header", { name = "" }: Field) =>
  `${call.id} ${where}.${name}`;

/** Rule id of a field of an answer: `news.list data.items[].id`. */
export const answerRule = (call: CallSpec, { name }: Field) =>
  `${call.id} data${name === undefined ? "" : `.${name}`}`;

/** Whether a call needs a token. */
export const isSignedIn = ({ auth }: CallSpec) => auth !== "none" && auth !== "access if signed in";

/** Every rule of calls.json: what is asked of each request and of each answer. */
export function callRules({ calls }: Contract): string[] {
  return calls.flatMap((call) => [
    `${call.id} answer`,
    ...(isSignedIn(call) ? [`${call.id} token`] : []),
    ...(call.body.type === "json" ? [`${call.id} body`] : []),
    ...call.query.map((field) => requestRule(call, "query", field)),
    ...call.headers.map((field) => requestRule(call, "header", field)),
    ...call.body.fields.map((field) => requestRule(call, "body", field)),
    ...call.success.data.map((field) => answerRule(call, field)),
  ]);
}

/** Whether calls.json lists a result code, or a message of the order service, for this call. */
export function isListedCode(call: CallSpec, code: number | string, status: number, all: Contract): boolean {
  // A request of a wrong form has no code of its own: 0 (FAIL) with HTTP 400, for every call.
  if (code === 0 || status === 401) return true;
  return call.codes.some(({ code: listed, http = "" }) => {
    const text = String(listed);
    if (/^as auth\.signIn/.test(text)) return isListedCode(all.call("auth.signIn"), code, status, all);
    if (/\bany\b|or a code|message other than/.test(text)) return true;
    if (/^http /.test(text) && text.includes(String(status))) return true;
    if (http !== "" && http.includes(String(status)) && Number(text) === Number(code)) return true;
    const ranges = [...text.replace(/http \d+/g, "").matchAll(/(\d+)(?: to (\d+))?/g)];
    return ranges.some(([, from, to = from]) => Number(code) >= Number(from) && Number(code) <= Number(to));
  });
}
