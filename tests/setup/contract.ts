/**
 * Holds calls against docs/contract/calls.json, which is written by hand from the specification. The site and the sandbox
 * share the schemas of server/wire, so an error in those passes every other test.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";

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
}

/** One call as it went over the wire. */
export interface Exchange {
  service: ContractCall["service"];
  method: string;
  /** Below the service's base address, without a slash in front. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** Parsed JSON, or the text fields and file names of a form; undefined for none. */
  body?: unknown;
  /** Parsed JSON of a response that succeeded; left out to check the request alone. */
  answer?: { result?: unknown; message?: unknown; data?: unknown };
}

const file = join(projectRoot, "docs/contract/calls.json");
export const contractCalls = (JSON.parse(readFileSync(file, "utf8")) as { calls: ContractCall[] }).calls;

const patterns = contractCalls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  fixed: call.path.replace(/\{\w+\}/g, "").length,
}));

/** The contract's call of a request; the one with the most fixed text where several patterns match. */
function callOf({ service, method, path }: Pick<Exchange, "service" | "method" | "path">) {
  return patterns
    .filter(({ call, pattern }) => call.service === service && call.method === method && pattern.test(path))
    .toSorted((a, b) => b.fixed - a.fixed)[0]?.call;
}

/** All values at a name such as `items[].attachments[].fileUrl`; undefined for each that is missing. */
function valuesAt(root: unknown, name: string): unknown[] {
  return name.split(".").reduce<unknown[]>(
    (found, step) => {
      const key = step.replace("[]", "");
      const next = found
        .filter((value) => typeof value === "object" && value !== null)
        .map((value) => (value as Record<string, unknown>)[key]);
      return step.endsWith("[]")
        ? next.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
        : next;
    },
    [root],
  );
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

function typeFits({ type }: Field, value: unknown): boolean {
  if (type === "any") return true;
  if (type.includes("integer") && Number.isInteger(value)) return true;
  if (type.startsWith("array")) return Array.isArray(value);
  if (type.startsWith("object")) return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "boolean" || type === "null")
    return type === "null" ? value === null : typeof value === "boolean";
  if (typeof value !== "string" || type === "integer") return false;
  return type === "date time" ? dateTime.test(value) : type === "date" ? day.test(value) : true;
}

/** @returns what is wrong with a value that is there; undefined when it fits */
function problemOf(field: Field, value: unknown): string | undefined {
  if (value === null)
    return field.nullable || field.type === "null" || field.type === "any" ? undefined : "is null";
  if (!typeFits(field, value)) return `is no ${field.type}: ${JSON.stringify(value)}`;
  if (field.const !== undefined && field.const !== value)
    return `is not ${String(field.const)}: ${JSON.stringify(value)}`;
  if (field.enum && !field.enum.includes(value))
    return `is none of ${field.enum.join(", ")}: ${JSON.stringify(value)}`;
  if (typeof value === "number" && field.min !== undefined && value < field.min)
    return `is below ${field.min}: ${value}`;
  if (typeof value !== "string") return undefined;
  // Some patterns are written in words, for people.
  if (field.pattern?.startsWith("^") && !new RegExp(field.pattern, "u").test(value))
    return `does not match ${field.pattern}: ${value}`;
  // Characters, as a person counts them: an emoji of two units is one, and so is a line break.
  const length = [...value.replaceAll("\r\n", "\n")].length;
  if (length > (field.maxLength ?? Infinity)) return `is longer than ${field.maxLength}`;
  return length < (field.minLength ?? 0) ? `is shorter than ${field.minLength}` : undefined;
}

/** Only what the specification or a decision says binds; a proposal may be missing, but has to fit where it is there. */
const isBinding = ({ basis, required }: Field) => required && (basis === "spec" || basis === "decision");

function problemsOf(fields: Field[], root: unknown, where: string): string[] {
  return fields.flatMap((field) =>
    valuesAt(root, field.name ?? "").flatMap((value) => {
      const problem =
        value === undefined ? (isBinding(field) ? "is missing" : undefined) : problemOf(field, value);
      return problem ? [`${where} ${field.name} ${problem}`] : [];
    }),
  );
}

/** A query has texts only: numbers are read from them where the contract wants a number. */
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

/** The first fields of a list, so that `[].x` of data that is itself a value is left out. */
const named = (fields: Field[]) => fields.filter(({ name }) => typeof name === "string");

/**
 * Checks one call against the contract.
 *
 * @returns one line for each difference, with the call's id, the place and the value; empty when it fits
 */
export function contractProblems(exchange: Exchange): string[] {
  const call = callOf(exchange);
  if (!call) return [`${exchange.method} ${exchange.path} is not in the contract`];
  const { query, body, headers, answer } = exchange;
  const sent = (body ?? {}) as Record<string, unknown>;
  const problems = [
    ...bearerProblem(call, headers),
    ...problemsOf(call.query, fromQuery(call.query, query), "query"),
    ...unlisted(call.query, query.keys(), "query"),
    ...problemsOf(call.body.fields, sent, "body"),
    ...unlisted(call.body.fields, Object.keys(sent), "body"),
    ...problemsOf(
      call.headers,
      Object.fromEntries(call.headers.map(({ name }) => [name, headers.get(name) ?? undefined])),
      "header",
    ),
  ];
  if (answer) {
    const whole = call.success.data.find(({ name }) => typeof name !== "string");
    const wrong = whole && whole.type !== "any" && problemOf(whole, answer.data ?? null);
    problems.push(
      ...(wrong ? [`answer ${wrong}`] : []),
      ...problemsOf(named(call.success.data), answer.data, "answer"),
    );
  }
  return problems.map((problem) => `${call.id}: ${problem}`);
}
