/** The fields of a schema: their names, bases and words. */
import type { Basis, Contract, ContractCall, Field, Schema } from "./types";

type Resolver = Pick<Contract, "resolved">;

const join = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

/**
 * Returns the fields of a schema. An optional object or list is one field, whatever is in it; so is a list of values.
 *
 * @param withLists lists of objects are fields too, beside the fields of their objects
 */
export function fieldsOf(
  { resolved }: Resolver,
  schema: Schema,
  basis: Basis,
  { withLists = false } = {},
): Field[] {
  const fieldsAt = (given: Schema, above: Omit<Field, "schema">): Field[] => {
    const own = resolved(given);
    const field: Field = {
      ...above,
      schema: own,
      basis: own["x-basis"] ?? above.basis,
      isOpen: own["x-spelling"] === "open" || above.isOpen,
    };
    const { name, isRequired } = field;
    if (own.properties && (isRequired || name === "")) {
      return Object.entries(own.properties).flatMap(([key, child]) =>
        fieldsAt(child, {
          ...field,
          name: join(name, key),
          isRequired: own.required?.includes(key) ?? false,
        }),
      );
    }
    if (own.items && isRequired && resolved(own.items).properties) {
      const rows = fieldsAt(own.items, { ...field, name: `${name}[]`, isRequired: true });
      return withLists ? [field, ...rows] : rows;
    }
    return [field];
  };
  return fieldsAt(schema, { name: "", isRequired: true, basis, isOpen: false });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the names of fields that a schema does not have, without duplicates: `items[].colour`. */
export function unknownFields({ resolved }: Resolver, schema: Schema, value: unknown): string[] {
  const found = new Set<string>();
  const visit = (given: Schema, at: unknown, path: string): void => {
    const { items, properties } = resolved(given);
    if (Array.isArray(at)) {
      if (items) for (const one of at) visit(items, one, `${path}[]`);
    } else if (isObject(at) && properties) {
      for (const [key, child] of Object.entries(at)) {
        const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
        if (known) visit(known, child, join(path, key));
        else found.add(join(path, key));
      }
    }
  };
  visit(schema, value, "");
  return [...found];
}

export const typesOf = ({ type }: Schema) => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** Returns whether a field of a form is a file. */
export const isFile = ({ schema }: Field) => schema.contentMediaType !== undefined;

/** Describes the expected value of a field: "integer, at least 0". */
export function wantedOf({ schema }: Pick<Field, "schema">): string {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER, minLength, maxLength } = schema;
  const choices = schema.anyOf ?? [schema];
  const types = choices.flatMap((one) =>
    one.format === "date-time" || one.$ref?.endsWith("/Instant")
      ? ["UTC instant in ISO 8601 with Z"]
      : one.format === "date"
        ? ["a day, YYYY-MM-DD"]
        : typesOf(one),
  );
  const parts = types.length > 0 ? [types.filter((type) => type !== "null").join(" or ")] : [];
  if (schema.const !== undefined) parts.push(`always ${JSON.stringify(schema.const)}`);
  if (schema.enum) parts.push(`one of ${schema.enum.filter((one) => one !== null).join(", ")}`);
  if (minimum !== undefined) parts.push(`at least ${minimum}`);
  if (maximum < Number.MAX_SAFE_INTEGER) parts.push(`at most ${maximum}`);
  if (minLength !== undefined) parts.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) parts.push(`at most ${maxLength} characters`);
  if (types.includes("null")) parts.push("or null");
  return parts.join(", ");
}

/** Returns whether a call requires a token. */
export const isSignedIn = ({ auth }: ContractCall) => auth !== "none" && auth !== "optional";
