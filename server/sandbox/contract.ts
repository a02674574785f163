/**
 * Holds calls against docs/contract/calls.json, which is written by hand from the specification. The site and the sandbox
 * share the schemas of server/wire, so an error in those passes every other test. Only tests switch it on.
 */
import { readFileSync } from "node:fs";

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
  /** Result codes and statuses in words: 1007, "1000 or 1111", "10000 to 10007", "http 404". */
  codes: { code: number | string; http?: string }[];
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
  /** The response; left out to check the request alone. */
  answer?: Answer;
}

interface Answer {
  status?: number;
  /** Parsed JSON; undefined for another body. */
  body: { result?: unknown; message?: unknown; data?: unknown } | undefined;
}

/** @throws Error where the working directory is not the project's */
export function readContract() {
  return JSON.parse(readFileSync("docs/contract/calls.json", "utf8")) as { calls: ContractCall[] };
}

/** Finds the call of a request: of several patterns that match, the one with the most fixed text. */
function finder(calls: ContractCall[]) {
  const patterns = calls.map((call) => ({
    call,
    pattern: new RegExp(`^${call.path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    fixed: call.path.replace(/\{\w+\}/g, "").length,
  }));
  return ({ service, method, path }: Pick<Exchange, "service" | "method" | "path">) =>
    patterns
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

/** Whether the contract lists a result code, or a message of the order service, for this call. */
function isListed(call: ContractCall, calls: ContractCall[], code: unknown, status: number): boolean {
  // A request of a wrong form has no code of its own: 0 (FAIL), for every call. So has one without a good token.
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

function answerProblems(call: ContractCall, calls: ContractCall[], { status = 200, body }: Answer): string[] {
  if (!body) return [`answer ${status} is no JSON`];
  const isOrder = call.service === "order";
  if (isOrder ? body.message !== "SUCCESS" : body.result !== 1) {
    if (isOrder ? typeof body.message !== "string" : !Number.isInteger(body.result))
      return [`answer ${status} is no envelope`];
    const code = isOrder ? body.message : body.result;
    return isListed(call, calls, code, status) ? [] : [`answers ${String(code)} with ${status}, not listed`];
  }
  if (status !== 200) return [`succeeds with ${status}`];
  const whole = call.success.data.find(({ name }) => typeof name !== "string");
  const wrong = whole && whole.type !== "any" && problemOf(whole, body.data ?? null);
  return [
    ...(wrong ? [`answer ${wrong}`] : []),
    ...problemsOf(named(call.success.data), body.data, "answer"),
  ];
}

/** What is wrong with a request. */
function requestProblems(call: ContractCall, { query, headers, body }: Exchange): string[] {
  const sent = (body ?? {}) as Record<string, unknown>;
  return [
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
}

/**
 * Makes a check of calls against the contract.
 *
 * @param isSite whether the request is the site's: what somebody else sends may be wrong on purpose
 * @returns of the check: one line for each difference, with the call's id, the place and the value
 */
export function contractCheck({ calls }: { calls: ContractCall[] } = readContract()) {
  const callOf = finder(calls);
  return (exchange: Exchange, isSite = true): string[] => {
    const call = callOf(exchange);
    if (!call) return isSite ? [`${exchange.method} ${exchange.path} is not in the contract`] : [];
    const problems = [
      ...(isSite ? requestProblems(call, exchange) : []),
      ...(exchange.answer ? answerProblems(call, calls, exchange.answer) : []),
    ];
    return problems.map((problem) => `${call.id}: ${problem}`);
  };
}

/** The differences between what went over the wire and the contract, since they were last taken. */
export class ContractWatch {
  readonly #check = contractCheck();
  #differences = new Set<string>();

  /**
   * Checks a call of the two APIs.
   *
   * @param sent JSON text; undefined for nothing, or for what was not read
   * @param answer JSON text; left out where a rule or a content set has changed the response
   */
  look(
    request: Request,
    sent: string | undefined,
    answer?: { status: number; text: string | undefined },
  ): void {
    const { pathname, searchParams } = new URL(request.url);
    const [, base, path = ""] = /^\/(api|order-service)\/(.*)$/.exec(pathname) ?? [];
    const type = request.headers.get("content-type");
    // A body that was not read (the caller has gone, or was refused before) cannot be checked.
    if (type !== null && sent === undefined) return;
    const found = this.#check(
      {
        service: base === "api" ? "product" : "order",
        method: request.method,
        path,
        query: searchParams,
        headers: request.headers,
        body: sent === undefined ? undefined : (JSON.parse(sent) as unknown),
        ...(answer && { answer: { status: answer.status, body: parsed(answer.text) } }),
      },
      request.headers.get("accept") === "application/json",
    );
    for (const line of found) if (this.#differences.size < 200) this.#differences.add(line);
  }

  take(): string[] {
    const taken = [...this.#differences];
    this.#differences.clear();
    return taken;
  }
}

const parsed = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as Answer["body"]);
