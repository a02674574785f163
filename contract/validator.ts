/**
 * The one validator of the contract: JSON Schema 2020-12 with formats. It checks the site's requests and the sandbox's
 * responses (server/sandbox/contract.ts), and the responses that the conformance kit gets.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { unknownFields, wantedOf } from "./fields";
import type { Contract, ContractCall, Field, Schema } from "./types";

/** One difference between a value and its schema. */
export interface Fault {
  /** Exact path from the value: `items[3].id`; "" for the value itself. */
  path: string;
  /** The value that was found; undefined for a missing one. JSON has no undefined. */
  found: unknown;
  /** Short description for a person: "is missing", "must be integer". */
  problem: string;
  /** The type that a list or an object of the contract has; undefined for a field. */
  container?: "array" | "object";
}

/** Keywords of the contract that JSON Schema does not know. */
const VOCABULARY = [
  "x-basis",
  "x-spelling",
  "x-without",
  "x-proposed-required",
  ...["openapi", "info", "servers", "tags", "paths", "components"],
];

const validators = new WeakMap<Contract, { ajv: Ajv2020; compiled: Map<string, ValidateFunction> }>();

/** Returns the compiled form of a schema. A misspelt keyword throws, because ajv is strict. */
function validatorOf(contract: Contract, schema: Schema): ValidateFunction {
  let known = validators.get(contract);
  if (!known) {
    // Every error is wanted, and the values for the report. Fields have unions of types, and `minimum` beside a $ref.
    const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false });
    addFormats.default(ajv);
    ajv.addVocabulary(VOCABULARY);
    ajv.addSchema({ ...contract.document, $id: "contract" });
    known = { ajv, compiled: new Map() };
    validators.set(contract, known);
  }
  const text = JSON.stringify(schema);
  let validator = known.compiled.get(text);
  if (!validator) {
    validator = known.ajv.compile(JSON.parse(text.replaceAll('"#/', '"contract#/')) as Schema);
    known.compiled.set(text, validator);
  }
  return validator;
}

/** Writes a JSON pointer as a path: "/items/3/id" → "items[3].id". */
const pathOf = (pointer: string, more = "") =>
  [...pointer.split("/").slice(1), ...(more === "" ? [] : [more])]
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`),
      "",
    );

function problemOf({ keyword, params, message = "" }: ErrorObject): string {
  if (keyword === "enum") return `is none of ${(params["allowedValues"] as unknown[]).join(", ")}`;
  if (keyword === "const") return `is not ${JSON.stringify(params["allowedValue"])}`;
  return message;
}

/** Returns the differences between a value and a schema, at most one for each path. */
export function faultsOf(contract: Contract, schema: Schema, value: unknown): Fault[] {
  const validate = validatorOf(contract, schema);
  if (validate(value)) return [];
  const faults = new Map<string, Fault>();
  for (const error of validate.errors ?? []) {
    const isMissing = error.keyword === "required";
    const path = pathOf(error.instancePath, isMissing ? String(error.params["missingProperty"]) : "");
    const { type, items, properties } = contract.resolved(
      isMissing
        ? ((error.parentSchema as Schema).properties?.[String(error.params["missingProperty"])] ?? {})
        : ((error.parentSchema as Schema | undefined) ?? {}),
    );
    const container = items ? "array" : properties && type === "object" ? "object" : undefined;
    if (!faults.has(path)) {
      faults.set(path, {
        path,
        found: isMissing ? undefined : error.data,
        problem: isMissing ? "is missing" : problemOf(error),
        ...(container && { container }),
      });
    }
  }
  return [...faults.values()];
}

/** Returns whether a value is valid for a field. */
export const fits = (contract: Contract, { schema }: Pick<Field, "schema">, value: unknown): boolean =>
  faultsOf(contract, schema, value).length === 0;

/** A difference between `data` and the contract, with the field that it belongs to. */
export interface DataFault extends Fault {
  field: Field;
  wanted: string;
}

/** Returns the field at an exact path; else the field that holds it, or the first one below it. */
function fieldAt(fields: Field[], path: string): Field | undefined {
  const name = path.replace(/\[\d+\]/g, "[]");
  const isWithin = (inner: string, outer: string) =>
    outer === "" || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
  return (
    fields.find((field) => field.name === name) ??
    fields.find((field) => isWithin(name, field.name)) ??
    fields.find((field) => isWithin(field.name, name))
  );
}

/** Returns the differences between the `data` of a success and the contract. Proposed fields may be missing. */
export function dataFaults(contract: Contract, call: ContractCall, data: unknown): DataFault[] {
  const { schema, isRequired, fields } = call.data;
  if (data === undefined && !isRequired) return [];
  return faultsOf(contract, schema, data).flatMap((fault) => {
    const field = fieldAt(fields, fault.path);
    return field ? [{ ...fault, field, wanted: fault.container ?? wantedOf(field) }] : [];
  });
}

/** Returns the proposed fields that an API sends if it follows the proposals, and that `data` lacks. */
export function missingProposals({ resolved }: Contract, call: ContractCall, data: unknown): Field[] {
  const names = resolved(call.data.schema)["x-proposed-required"] ?? [];
  if (typeof data !== "object" || data === null) return [];
  return call.data.fields.filter(({ name }) => names.includes(name) && !Object.hasOwn(data, name));
}

/** Returns the numbers of a query as numbers, where the contract has numbers. */
const fromQuery = (fields: Field[], query: URLSearchParams) =>
  Object.fromEntries(
    [...query].map(([name, value]) => {
      const type = fields.find((field) => field.name === name)?.schema.type;
      return [name, type === "integer" && /^-?\d+$/.test(value) ? Number(value) : value];
    }),
  );

/** Browsers send a line break as two characters; the contract counts it as one. */
const withPlainBreaks = (sent: unknown): unknown =>
  JSON.parse(JSON.stringify(sent ?? null).replaceAll("\\r\\n", "\\n"));

const shown = (value: unknown) => (value === undefined ? "" : `: ${JSON.stringify(value)}`);

/** Returns what is wrong with the values at one place of a request. */
function parameterProblems(
  contract: Contract,
  where: string,
  fields: Field[],
  sent: Record<string, unknown>,
): string[] {
  return fields.flatMap((field) => {
    const value = sent[field.name];
    if (value === undefined)
      return field.isRequired && field.basis !== "proposed" ? [`${where} ${field.name} is missing`] : [];
    return faultsOf(contract, field.schema, value).map(
      ({ problem }) => `${where} ${field.name} ${problem}${shown(value)}`,
    );
  });
}

/** Returns the differences between a request and the contract, one line each: "body quantity must be integer". */
export function requestProblems(
  contract: Contract,
  call: ContractCall,
  { headers, query, body }: { headers: Headers; query: URLSearchParams; body: unknown },
): string[] {
  const inHeaders = Object.fromEntries(
    call.headers.map(({ name }) => [name, headers.get(name) ?? undefined]),
  );
  const sent = withPlainBreaks(body);
  const isBodyWrong = call.body.type === "none" && sent !== null;
  const unlisted = [...query.keys()].filter((name) => !call.query.some((field) => field.name === name));
  return [
    ...parameterProblems(contract, "query", call.query, fromQuery(call.query, query)),
    ...unlisted.map((name) => `query ${name} is not in the contract`),
    ...parameterProblems(contract, "header", call.headers, inHeaders),
    ...(isBodyWrong ? ["sends a body, and the call has none"] : []),
    ...(call.body.type === "none"
      ? []
      : [
          ...faultsOf(contract, call.body.schema, sent ?? {}).map(
            ({ path, problem, found }) => `body ${path} ${problem}${shown(found)}`,
          ),
          ...unknownFields(contract, call.body.schema, sent).map(
            (name) => `body ${name} is not in the contract`,
          ),
        ]),
  ];
}

/** Returns whether the contract lists a result code, or a message of the order service, for this call. */
export function isListed(
  contract: Contract,
  call: ContractCall,
  code: number | string,
  status: number,
): boolean {
  // Every call may return 0 (FAIL, for a malformed request) and HTTP 401.
  if (code === 0 || status === 401) return true;
  return call.codes.some((row) => {
    if (row.like !== undefined) return isListed(contract, contract.call(row.like), code, status);
    if (row.with && !row.with.includes(status)) return false;
    if (row.status?.includes(status) || row.result === "any" || row.message === "any") return true;
    return row.result?.includes(Number(code)) ?? false;
  });
}
