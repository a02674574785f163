import type { Parts } from "./client";
import { typesOf } from "../contract/fields";
import { fits } from "../contract/validator";
import { isFile, requestRule, type CallSpec, type Contract, type Field } from "./contract";
import { kindOf } from "./findings";
import type { Run } from "./run";

/** One invalid request, made by changing a valid one. */
export interface Mutation {
  rule: string;
  path: string;
  what: string;
  field: Field | undefined;
  apply: (parts: Parts) => Parts;
}

/**
 * Returns a copy with the field at a path set, or removed when `next` is undefined. Changes only the first element of
 * an array.
 */
function changed(value: unknown, path: string[], next: unknown): unknown {
  const [step = "", ...rest] = path;
  const name = step.replace("[]", "");
  const before = (value ?? {}) as Record<string, unknown>;
  const { [name]: old, ...others } = before;
  if (step.endsWith("[]")) {
    const [first, ...more] = (old as unknown[] | undefined) ?? [];
    return { ...others, [name]: [changed(first, rest, next), ...more] };
  }
  if (rest.length > 0) return { ...others, [name]: changed(old, rest, next) };
  return next === undefined ? others : { ...others, [name]: next };
}

/** Returns invalid values for a field, each with a description. */
function wrongValues(contract: Contract, field: Field, isText: boolean): [string, unknown][] {
  const { schema } = field;
  const types = typesOf(schema);
  const isInteger = types.length === 1 && types[0] === "integer";
  const isString = types.includes("string") || schema.const !== undefined;
  const wrong: [string, unknown][] = [];
  const add = (what: string, value: unknown) => {
    if (isText ? typeof value === "string" || typeof value === "number" : !fits(contract, field, value))
      wrong.push([what, value]);
  };
  if (isInteger) add("text instead of a number", "abc");
  else if (types.includes("integer")) add("an object", {});
  else if (types.includes("boolean")) add("text instead of true or false", "yes");
  else if (schema.format?.startsWith("date")) add("no date", "yesterday");
  else if (types.includes("array")) add("text instead of a list", "x");
  else if (!isText && isString) add("a number instead of text", 7);
  if (schema.enum || schema.const !== undefined) add("an unknown value", isInteger ? 7 : "CONFORM_UNKNOWN");
  const { minimum, maximum = Number.MAX_SAFE_INTEGER, minLength, maxLength } = schema;
  if (minimum !== undefined) add(`${minimum - 1}`, minimum - 1);
  if (maximum < Number.MAX_SAFE_INTEGER) add(`${maximum + 1}`, maximum + 1);
  if (isInteger && !isText) add("a fraction", 1.5);
  if (minLength !== undefined) add(minLength === 1 ? "empty" : "too short", "1".repeat(minLength - 1));
  if (maxLength !== undefined) {
    const isEmail = /email/i.test(field.name);
    const length = maxLength + 1;
    add(
      "too long",
      isEmail ? `${"a".repeat(length - 12)}@example.com` : "a1!".repeat(length).slice(0, length),
    );
  }
  return wrong;
}

/**
 * Returns all invalid requests for a call: missing fields, wrong types, values beyond a limit, and invalid bodies.
 */
function mutationsOf(contract: Contract, call: CallSpec): Mutation[] {
  const inQuery = call.query.flatMap((field) => {
    const set = (value: unknown) => (parts: Parts) => ({
      ...parts,
      query: changed(parts.query, [field.name], value) as Record<string, unknown>,
    });
    return forField(contract, call, "query", field, true, set);
  });
  const isForm = call.body.type === "multipart";
  const inBody = call.body.fields
    .filter((field) => !isFile(field))
    .flatMap((field) => {
      const path = field.name.split(".");
      const set = (value: unknown) => (parts: Parts) =>
        isForm
          ? { ...parts, form: changed(parts.form, path, value) as Record<string, string> }
          : { ...parts, body: changed(parts.body, path, value) };
      return forField(contract, call, "body", field, isForm, set);
    });
  const rule = `${call.id} body`;
  const bodies: Mutation[] =
    call.body.type !== "json"
      ? []
      : (
          [
            ["a body that is no JSON", "{"],
            ["an empty body", ""],
            ["a list instead of an object", "[]"],
          ] as const
        ).map(([what, raw]) => ({
          rule,
          path: "body",
          what,
          field: undefined,
          apply: (parts) => ({ ...parts, raw }),
        }));
  return [...inQuery, ...inBody, ...bodies];
}

function forField(
  contract: Contract,
  call: CallSpec,
  where: "query" | "body",
  field: Field,
  isText: boolean,
  set: (value: unknown) => Mutation["apply"],
): Mutation[] {
  const rule = requestRule(call, where, field);
  const path = `${where}.${field.name}`;
  const one = (what: string, value: unknown): Mutation => ({ rule, path, what, field, apply: set(value) });
  return [
    ...(field.isRequired && field.schema.default === undefined ? [one("left out", undefined)] : []),
    ...wrongValues(contract, field, isText).map(([what, value]) => one(what, isText ? String(value) : value)),
  ];
}

/**
 * Sends every invalid request of a call and checks that each is refused.
 *
 * @param base returns a valid request; called for each mutation
 * @param onAccepted called when the API accepts an invalid request, with the response data
 * @param only filter; the default sends every mutation
 */
export async function tryMutations(
  run: Run,
  id: string,
  base: (mutation: Mutation) => Parts | Promise<Parts>,
  onAccepted?: (data: unknown, mutation: Mutation) => void | Promise<void>,
  only: (mutation: Mutation) => boolean = () => true,
): Promise<void> {
  const call = run.contract.call(id);
  for (const mutation of mutationsOf(run.contract, call)) {
    if (!only(mutation)) continue;
    const { rule, path, what, field } = mutation;
    const outcome = await run.call(id, mutation.apply(await base(mutation)));
    run.findings.try(rule);
    const kind = field && call.basis !== "proposed" ? kindOf(field.basis, field.isOpen) : kindOf(call.basis);
    run.refused(rule, id, outcome, { what, path, kind });
    if (outcome.kind === "success") await onAccepted?.(outcome.data, mutation);
  }
  // A field without invalid values (for example unlimited text in a query) counts as tried: it was sent in a valid
  // request.
  for (const field of call.query) run.findings.try(requestRule(call, "query", field));
  for (const field of call.body.fields) {
    if (!isFile(field)) run.findings.try(requestRule(call, "body", field));
  }
}
