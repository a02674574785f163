/**
 * What docs/contract/calls.json says of a call, as OpenAPI writes it. calls.json is written by hand; the document takes
 * its words and examples from there, and its schemas from server/wire.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import type { Operation, Schema } from "./operation";

interface Field {
  name?: string;
  required?: boolean;
  meaning: string;
  note?: string;
}

/** One code or status of a call: `1007`, `"1000 or 1111"`, `"http 404"`. */
interface Code {
  code: number | string;
  name: string;
  site: string;
  basis: string;
  /** Statuses with which it comes, in words: `"200 or 400"`. */
  http?: string;
}

interface ContractCall {
  id: string;
  summary: string;
  method: string;
  path: string;
  basis: string;
  timeoutMs: number;
  headers: Field[];
  query: Field[];
  body: { fields: Field[] };
  success: { data: Field[] };
  codes: Code[];
  when: string;
  idempotency: { repeat: string };
  open: string[];
  notes: string[];
  /** Lines: `payment.md:6`. */
  spec: string[];
  example: {
    request: {
      path: string;
      query?: Record<string, unknown>;
      headers?: Record<string, unknown>;
      body?: unknown;
      multipart?: unknown;
    };
    answer: unknown;
  };
}

const text = readFileSync(join(projectRoot, "docs/contract/calls.json"), "utf8");
const { calls } = JSON.parse(text) as { calls: ContractCall[] };
/** Names of path parameters differ between the two. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
const byKey = new Map(calls.map((call) => [keyOf(call.method, `/${call.path}`), call]));

const sentence = (words: string) => {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
};
const list = (title: string, items: string[]) =>
  items.length === 0 ? [] : [`${title}\n\n${items.map((item) => `- ${item}`).join("\n")}`];
const paragraphs = (...parts: string[]) => parts.join("\n\n");
const withNote = ({ meaning, note }: Field) => (note ? `${meaning} (${note})` : meaning);
const fieldItem = (field: Field) =>
  `\`${field.name ?? "data"}\`${field.required ? "" : " (may be missing)"}: ${withNote(field)}`;
const codeItem = ({ code, name, site }: Code) => `\`${code}\`${name ? ` ${name}` : ""}. Soria Web: ${site}`;

/** Statuses with which a code comes, as keys of `responses`; none for one that comes with 200 or 400 alone. */
function statusesOf({ code, http }: Code): string[] {
  const words = http ?? (String(code).startsWith("http ") ? String(code) : "");
  return [...words.matchAll(/\b([45])(\d\d|xx)\b/g)]
    .map(([, first = "", rest = ""]) => first + rest.toUpperCase())
    .filter((status) => status !== "400");
}

const isBusiness = (code: Code) => statusesOf(code).length === 0 || /\b(200|400)\b/.test(code.http ?? "");

/** The values of path parameters in the example's path. */
function pathValues({ path, example }: ContractCall): Record<string, string> {
  const given = example.request.path.split("?")[0]?.split("/") ?? [];
  const places = path.split("/").flatMap((part, at) => (part.startsWith("{") ? [given[at] ?? ""] : []));
  return Object.fromEntries(places.map((value, at) => [String(at), value]));
}

function parametersOf(parameters: NonNullable<Operation["parameters"]>, call: ContractCall) {
  const inPath = pathValues(call);
  const { query = {}, headers = {} } = call.example.request;
  let place = 0;
  return parameters.map((parameter) => {
    const isPath = parameter.in === "path";
    const field = (parameter.in === "query" ? call.query : call.headers).find(
      ({ name }) => name === parameter.name,
    );
    const example = isPath ? inPath[String(place++)] : { ...query, ...headers }[parameter.name];
    return {
      ...parameter,
      description: isPath
        ? "As a list or an earlier response gave it"
        : (parameter.description ?? (field && withNote(field))),
      ...(example !== undefined && { example }),
    };
  });
}

function responsesOf(responses: Operation["responses"], call: ContractCall, failure: Schema) {
  const business = call.codes.filter(isBusiness).map(codeItem);
  const merged: Operation["responses"] = { ...responses };
  for (const code of call.codes) {
    for (const status of statusesOf(code)) {
      const before = call.codes.filter((other) => statusesOf(other).includes(status));
      merged[status] = {
        description: before.map(codeItem).join("\n\n"),
        content: { "application/json": { schema: failure } },
      };
    }
  }
  for (const status of ["200", "400"] as const) {
    const { description, content } = merged[status] as Operation["responses"][string];
    merged[status] = {
      description: paragraphs(
        `${description}.`,
        ...(status === "200" ? list("`data` on success:", call.success.data.map(fieldItem)) : []),
        ...(status === "200" ? list("Business codes:", business) : []),
      ),
      content: Object.fromEntries(
        Object.entries(content ?? {}).map(([type, media]) => [
          type,
          status === "200" ? { ...media, example: call.example.answer } : media,
        ]),
      ),
    };
  }
  return Object.fromEntries(
    Object.entries(merged).map(([status, one]) => [
      status,
      one.content ? one : { ...one, content: { "application/json": { schema: failure } } },
    ]),
  );
}

/**
 * Adds summary, description, examples, business codes and lines of the specification to an operation.
 *
 * @param failure schema of the envelope of a refusal
 * @returns the operation unchanged for a call that calls.json does not have (yet): a test fails for it
 */
export function withContract(method: string, path: string, operation: Operation, failure: Schema): Operation {
  const call = byKey.get(keyOf(method, path));
  if (!call) return operation;
  const { body, multipart } = call.example.request;
  const { parameters, requestBody, responses, operationId, tags, security, servers } = operation;
  return {
    operationId,
    summary: call.summary,
    description: paragraphs(
      `When: ${sentence(call.when)}`,
      `Repeats: ${sentence(call.idempotency.repeat)}`,
      `Soria Web waits ${call.timeoutMs} ms for the response.`,
      ...list("Notes:", call.notes.map(sentence)),
      ...list("Open, to be agreed with the API team:", call.open.map(sentence)),
    ),
    tags,
    security,
    ...(servers && { servers }),
    ...(parameters && { parameters: parametersOf(parameters, call) }),
    ...(requestBody && {
      requestBody: {
        ...(call.body.fields.length > 0 && {
          description: paragraphs(...list("Fields:", call.body.fields.map(fieldItem))),
        }),
        ...requestBody,
        content: Object.fromEntries(
          Object.entries(requestBody.content).map(([type, media]) => [
            type,
            { ...media, example: body ?? multipart },
          ]),
        ),
      },
    }),
    responses: responsesOf(responses, call, failure),
    "x-basis": call.basis,
    "x-codes": call.codes.map(({ code, name, site, basis, http }) => ({
      ...{ code, name, site, basis },
      ...(http !== undefined && { http }),
    })),
    "x-specification": call.spec.map((line) => `docs/specification/${line}`),
  };
}
