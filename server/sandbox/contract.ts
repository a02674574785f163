/**
 * Checks calls against docs/contract/calls.json, which is written by hand from the specification. The site and the
 * sandbox share the schemas of server/wire, so every other test would miss a mistake in them. Enabled only in tests
 * (`--contract`).
 */
import { readFileSync } from "node:fs";
import { lengthOf } from "../wire/readers";

interface Field {
  name: string;
  type: string;
  required: boolean;
  basis: "spec" | "decision" | "proposal" | "open";
  enum?: unknown[];
  const?: unknown;
  nullable?: boolean;
  pattern?: string;
  min?: number;
  minLength?: number;
  maxLength?: number;
}

interface ContractCall {
  id: string;
  service: "product" | "order";
  method: string;
  path: string;
  auth: "none" | "access" | "refresh" | "ec" | "access if signed in";
  headers: Field[];
  query: Field[];
  body: { type: "json" | "multipart" | "none" | "empty"; fields: Field[] };
  success: { data: Field[] };
  /** Result codes and statuses as text: 1007, "1000 or 1111", "10000 to 10007", "http 404". */
  codes: { code: number | string; http?: string }[];
}

type Json = Record<string, unknown>;

const BASES = { product: "api", order: "order-service" };

export const readContract = () =>
  JSON.parse(readFileSync("docs/contract/calls.json", "utf8")) as { calls: ContractCall[] };

/** Returns all values at a path such as `items[].attachments[].fileUrl`; undefined for each missing value. */
function valuesAt(root: unknown, [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return [root];
  if (typeof root !== "object" || root === null) return [];
  const value = (root as Record<string, unknown>)[step.replace("[]", "")];
  if (!step.endsWith("[]")) return valuesAt(value, rest);
  return Array.isArray(value) ? value.flatMap((one) => valuesAt(one, rest)) : [];
}

const FORMATS: Record<string, RegExp> = {
  "date time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** @param value not null */
function typeFits(type: string, value: unknown): boolean {
  if (type.includes("integer") && Number.isInteger(value)) return true;
  if (type.startsWith("array")) return Array.isArray(value);
  if (type.startsWith("object")) return typeof value === "object" && !Array.isArray(value);
  if (type === "any") return true;
  if (type === "boolean") return typeof value === "boolean";
  if (type === "integer" || type === "null") return false;
  return typeof value === "string" && (FORMATS[type]?.test(value) ?? true);
}

/** Describes why a present value does not match its field; undefined when it matches. */
function problemOf(field: Field, value: unknown): string | undefined {
  if (value === null)
    return field.nullable || field.type === "null" || field.type === "any" ? undefined : "is null";
  if (!typeFits(field.type, value)) return `is no ${field.type}: ${JSON.stringify(value)}`;
  if (field.const !== undefined && field.const !== value)
    return `is not ${String(field.const)}: ${JSON.stringify(value)}`;
  if (field.enum && !field.enum.includes(value))
    return `is none of ${field.enum.join(", ")}: ${JSON.stringify(value)}`;
  if (typeof value === "number" && field.min !== undefined && value < field.min)
    return `is below ${field.min}: ${value}`;
  if (typeof value !== "string") return undefined;
  // Some patterns are prose.
  if (field.pattern?.startsWith("^") && !new RegExp(field.pattern, "u").test(value))
    return `does not match ${field.pattern}: ${value}`;
  // Count code points, and CR LF as one character.
  const length = lengthOf(value.replaceAll("\r\n", "\n"));
  if (length > (field.maxLength ?? Infinity)) return `is longer than ${field.maxLength}`;
  return length < (field.minLength ?? 0) ? `is shorter than ${field.minLength}` : undefined;
}

function problemsOf(fields: Field[], root: unknown, where: string): string[] {
  return fields.flatMap((field) =>
    valuesAt(root, field.name.split(".")).flatMap((value) => {
      // A proposed field may be missing, but must match when present.
      const isBinding = field.required && (field.basis === "spec" || field.basis === "decision");
      const missing = isBinding ? "is missing" : undefined;
      const problem = value === undefined ? missing : problemOf(field, value);
      return problem ? [`${where} ${field.name} ${problem}`] : [];
    }),
  );
}

/** Converts query values to numbers where the contract requires a number. */
const fromQuery = (fields: Field[], query: URLSearchParams) =>
  Object.fromEntries(
    [...query].map(([name, value]) => {
      const isNumber =
        fields.find((field) => field.name === name)?.type.includes("integer") && /^-?\d+$/.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );

const unlisted = (fields: Field[], names: Iterable<string>, where: string) =>
  [...names]
    .filter((name) => !fields.some((field) => field.name.split(/[.[]/)[0] === name))
    .map((name) => `${where} ${name} is not in the contract`);

function bearerProblem({ auth }: ContractCall, headers: Headers): string[] {
  const has = /^Bearer \S+$/.test(headers.get("Authorization") ?? "");
  if (auth === "none") return has ? ["sends a token, and needs none"] : [];
  return has || auth === "access if signed in" ? [] : ["sends no token"];
}

/** Returns whether the contract lists a result code (or a message of the order service) for this call. */
function isListed(call: ContractCall, calls: ContractCall[], code: unknown, status: number): boolean {
  // Every call may return 0 (FAIL, for a malformed request) and HTTP 401.
  if (code === 0 || status === 401) return true;
  return call.codes.some(({ code: listed, http = "" }) => {
    const text = String(listed);
    const other = calls.find(({ id }) => text === `as ${id}`);
    if (other) return isListed(other, calls, code, status);
    if (/\bany\b|or a code|message other than/.test(text)) return true;
    if (/^http /.test(text) && text.includes(String(status))) return true;
    if (http !== "" && !http.includes(String(status))) return false;
    return [...text.matchAll(/(\d+)(?: to (\d+))?/g)].some(
      ([, from, to = from]) => Number(code) >= Number(from) && Number(code) <= Number(to),
    );
  });
}

function answerProblems(
  call: ContractCall,
  calls: ContractCall[],
  { status, text }: { status: number; text: string | undefined },
): string[] {
  if (text === undefined) return [`answer ${status} is no JSON`];
  const { result, message, data } = JSON.parse(text) as Json;
  const isOrder = call.service === "order";
  const code = isOrder ? message : result;
  if (isOrder ? typeof code !== "string" : !Number.isInteger(code))
    return [`answer ${status} is no envelope`];
  if (code !== (isOrder ? "SUCCESS" : 1))
    return isListed(call, calls, code, status) ? [] : [`answers ${String(code)} with ${status}, not listed`];
  if (status !== 200) return [`succeeds with ${status}`];
  // A field without a name describes `data` itself.
  const named = call.success.data.filter(({ name }) => typeof name === "string");
  const whole = call.success.data.find((field) => !named.includes(field));
  const wrong = whole && whole.type !== "any" && problemOf(whole, data ?? null);
  return [...(wrong ? [`answer ${wrong}`] : []), ...problemsOf(named, data, "answer")];
}

function requestProblems(call: ContractCall, headers: Headers, query: URLSearchParams, sent: Json): string[] {
  const sentHeaders = call.headers.map(({ name }) => [name, headers.get(name) ?? undefined]);
  return [
    ...bearerProblem(call, headers),
    ...problemsOf(call.query, fromQuery(call.query, query), "query"),
    ...unlisted(call.query, query.keys(), "query"),
    ...problemsOf(call.body.fields, sent, "body"),
    ...unlisted(call.body.fields, Object.keys(sent), "body"),
    ...problemsOf(call.headers, Object.fromEntries(sentHeaders), "header"),
  ];
}

/**
 * Collects differences between calls and the contract until they are taken: one line for each, with the id of the
 * call, the place and the value.
 */
export class ContractWatch {
  readonly #calls = readContract().calls.map((call) => ({
    ...call,
    pattern: new RegExp(
      `^/${BASES[call.service]}/${call.path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`,
    ),
  }));
  #differences = new Set<string>();

  /**
   * Checks a call of the two APIs.
   *
   * @param sent JSON text of the body, or of the text fields and file names of a form; undefined when there is no body
   *   or it was not read
   * @param answer status and JSON text; undefined when a fault rule or a content set changed the response
   */
  look(
    { url, method, headers }: Request,
    sent: string | undefined,
    answer?: { status: number; text: string | undefined },
  ): void {
    // Skip a body that was not read: the client disconnected or was refused earlier.
    if (headers.has("content-type") && sent === undefined) return;
    const { pathname, searchParams } = new URL(url);
    const body = (JSON.parse(sent ?? "null") ?? {}) as Json;
    // Others than the site may send invalid requests on purpose.
    const isSite = headers.get("accept") === "application/json";
    const call = this.#calls.find((each) => each.method === method && each.pattern.test(pathname));
    const problems = [
      ...(isSite && !call ? ["is not in the contract"] : []),
      ...(isSite && call ? requestProblems(call, headers, searchParams, body) : []),
      ...(answer && call ? answerProblems(call, this.#calls, answer) : []),
    ];
    const name = call ? `${call.id}:` : `${method} ${pathname.replace(/^\/[\w-]+\//, "")}`;
    for (const problem of problems)
      if (this.#differences.size < 200) this.#differences.add(`${name} ${problem}`);
  }

  take(): string[] {
    const taken = [...this.#differences];
    this.#differences.clear();
    return taken;
  }
}
