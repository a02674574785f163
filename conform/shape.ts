import { answerRule, type CallSpec, type Field } from "./contract";

/** A value that does not match calls.json. `path` is exact (`data.items[3].id`); `rule` names the field. */
export interface ShapeFault {
  rule: string;
  field: Field;
  path: string;
  found: unknown;
  wanted: string;
}

/** Marks a missing field. JSON cannot contain `undefined`, so this is unambiguous. */
export const MISSING = Symbol("missing");

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Describes the expected value of a field. */
export function wantedOf(field: Field): string {
  const parts = [field.type === "date time" ? "UTC instant in ISO 8601 with Z" : field.type];
  if (field.const !== undefined) parts.push(`always ${field.const}`);
  if (field.enum) parts.push(`one of ${field.enum.join(", ")}`);
  if (field.min !== undefined || /^integer/.test(field.type)) parts.push(`at least ${leastOf(field)}`);
  if (field.max !== undefined) parts.push(`at most ${field.max}`);
  if (field.minLength !== undefined) parts.push(`at least ${field.minLength} characters`);
  if (field.maxLength !== undefined) parts.push(`at most ${field.maxLength} characters`);
  if (field.nullable) parts.push("or null");
  return parts.join(", ");
}

/** Names of page numbers, which begin at 1. */
const PAGE = /(^|\.)(page|currentPage)$/;

/** Returns the least value of a number. No response has a negative one: pages begin at 1, all else at 0. */
const leastOf = ({ min, name = "" }: Field): number => min ?? (PAGE.test(name) ? 1 : 0);

function isOfType(type: string, value: unknown): boolean {
  if (type === "any" || type === "null") return true;
  if (type === "array of {url}")
    return Array.isArray(value) && value.every((one) => isObject(one) && typeof one.url === "string");
  if (type.startsWith("array")) return Array.isArray(value);
  if (type === "object of integer")
    return (
      isObject(value) &&
      Object.values(value).every((one) => Number.isSafeInteger(one) && (one as number) >= 0)
    );
  if (type.startsWith("object")) return isObject(value);
  if (type === "boolean") return typeof value === "boolean";
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "integer or string")
    return Number.isSafeInteger(value) || (typeof value === "string" && value !== "");
  if (type === "date time")
    return typeof value === "string" && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
  if (type === "date") return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return typeof value === "string";
}

/** Returns whether a value that is present is valid for its field. */
export function fits(field: Field, value: unknown): boolean {
  if (value === null) return field.nullable === true || field.type === "any" || field.type === "null";
  if (!isOfType(field.type, value)) return false;
  if (field.const !== undefined && value !== field.const) return false;
  if (field.enum && !field.enum.includes(value as string)) return false;
  if (typeof value === "number") {
    if (value < leastOf(field)) return false;
    if (field.max !== undefined && value > field.max) return false;
  }
  if (typeof value === "string") {
    const { length } = [...value];
    if (length < (field.minLength ?? 0) || length > (field.maxLength ?? Infinity)) return false;
    if (field.pattern?.startsWith("^") && !new RegExp(field.pattern).test(value)) return false;
  }
  return true;
}

/**
 * Compares the `data` of a success with the fields of its call. A parent that calls.json does not list (`stats` of
 * `stats.total`, `items` of `items[].id`) is required when one of its fields is required.
 */
export function checkData(call: CallSpec, data: unknown): { faults: ShapeFault[]; tried: string[] } {
  const faults = new Map<string, ShapeFault>();
  const tried = new Set<string>();
  const add = (field: Field, path: string, found: unknown, wanted = wantedOf(field)) => {
    // Report a wrong parent once, not once per field.
    if (!faults.has(path)) faults.set(path, { rule: answerRule(call, field), field, path, found, wanted });
  };

  const visit = (field: Field, at: unknown, path: string, steps: string[]): void => {
    const [step = "", ...rest] = steps;
    const isList = step.endsWith("[]");
    const name = step.replace("[]", "");
    if (!isObject(at)) return add(field, path, at, "object");
    const here = `${path}.${name}`;
    const value = Object.hasOwn(at, name) ? at[name] : MISSING;
    if (rest.length === 0 && !isList) {
      tried.add(answerRule(call, field));
      if (value === MISSING) {
        if (field.required) add(field, here, MISSING);
      } else if (!fits(field, value)) add(field, here, value);
      return;
    }
    if (value === MISSING || value === null) {
      if (field.required) add(field, here, value, isList ? "array" : "object");
      return;
    }
    if (!isList) return visit(field, value, here, rest);
    if (!Array.isArray(value)) return add(field, here, value, "array");
    for (const [n, one] of value.entries()) visit(field, one, `${here}[${n}]`, rest);
  };

  for (const field of call.success.data) {
    if (field.name !== undefined) visit(field, data, "data", field.name.split("."));
    else {
      tried.add(answerRule(call, field));
      if (!fits(field, data)) add(field, "data", data);
    }
  }
  return { faults: [...faults.values()], tried: [...tried] };
}

/** Returns the field names that calls.json does not define, without duplicates: `items[].colour`. */
export function unknownFields(call: CallSpec, data: unknown): string[] {
  const names = call.success.data.map(({ name }) => name ?? "");
  if (names.includes("")) return [];
  const open = call.success.data
    .filter(({ type }) => /^(any|object|array of)/.test(type))
    .map(({ name }) => name ?? "");
  const found = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => walk(one, `${path}[]`));
    if (path !== "" && open.includes(path.replace(/\[\]$/, ""))) return;
    if (!isObject(value)) {
      if (path !== "" && !names.includes(path)) found.add(path);
      return;
    }
    for (const [key, child] of Object.entries(value)) {
      const here = path === "" ? key : `${path}.${key}`;
      if (names.some((name) => name === here || name.startsWith(`${here}.`) || name.startsWith(`${here}[`)))
        walk(child, here);
      else found.add(here);
    }
  };
  walk(data, "");
  return [...found];
}
