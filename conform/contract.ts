import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Source of a requirement. `spec` and `decision` are binding, `proposal` is a request to the API team, `open` is a
 * spelling that is not agreed.
 */
export type Basis = "spec" | "decision" | "proposal" | "open";

/** One field of a request or a response, as defined in docs/contract/calls.json. */
export interface Field {
  /** Path inside the body or `data`: `items[].id`. undefined when `data` itself is the value. */
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
  /** Default value. A required field with a default may be omitted. */
  default?: unknown;
  basis: Basis;
}

export interface CallSpec {
  id: string;
  service: "product" | "order";
  method: string;
  /** Appended to the base URL of the service; parameters are written `{id}`. */
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
  /**
   * Returns the call with this id.
   *
   * @throws Error when no call has it
   */
  call(id: string): CallSpec;
  /** Rule numbers in docs/contract/money.md, in document order: "M1.1". */
  moneyRules: string[];
}

const folder = join(import.meta.dirname, "../docs/contract");

/** Reads calls.json and money.md. The kit reads no other files of the project. */
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

/** Returns the specification line that findings about this call cite. */
export const sourceOf = (call: CallSpec): string =>
  call.spec.find((ref) =>
    /^(accounts-and-store\.md:2[0-4]|public-site-and-community\.md:1[56])\d/.test(ref),
  ) ??
  call.spec[0] ??
  "calls.json";

/** Returns the rule id of a request field: `store.purchase body.transactionMethod`. */
export const requestRule = (call: CallSpec, where: "body" | "query" | "header", { name = "" }: Field) =>
  `${call.id} ${where}.${name}`;

/** Returns the rule id of a response field: `news.list data.items[].id`. */
export const answerRule = (call: CallSpec, { name }: Field) =>
  `${call.id} data${name === undefined ? "" : `.${name}`}`;

/** Returns whether a call requires a token. */
export const isSignedIn = ({ auth }: CallSpec) => auth !== "none" && auth !== "access if signed in";

/** Returns every rule in calls.json, for requests and for responses. */
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

/** Returns whether calls.json lists a result code (or a message of the order service) for this call. */
export function isListedCode(call: CallSpec, code: number | string, status: number, all: Contract): boolean {
  // Every call may return 0 (FAIL, for a malformed request) and HTTP 401.
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
