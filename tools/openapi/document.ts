import type { z } from "zod";
import { ignoreOverride, zodToJsonSchema } from "zod-to-json-schema";
import * as auth from "#server/wire/auth";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { moment } from "#server/wire/common";
import * as dao from "#server/wire/dao";
import * as news from "#server/wire/news";
import * as orders from "#server/wire/orders";
import * as store from "#server/wire/store";
import * as support from "#server/wire/support";
import * as users from "#server/wire/users";
import { withContract } from "./contract";
import type { Operation, Schema } from "./operation";

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> };
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const isSchema = (value: unknown): value is z.ZodTypeAny =>
  typeof value === "object" && value !== null && "safeParse" in value;

/**
 * Named wire schemas: those that a file exports, then what else a call sends or gets, by the name of the call. A schema
 * of two names has the first. Query schemas are excluded: a query is written as one parameter per field.
 */
const queries = new Set<unknown>(Object.values<WireCall>(calls).map(({ query }) => query));
const named = new Map<z.ZodTypeAny, string>();
for (const part of [auth, users, store, orders, news, support, dao]) {
  // Sorted, because the bundler determines the order of a module's exports.
  for (const [name, value] of Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isSchema(value) && !queries.has(value) && !named.has(value)) named.set(value, capital(name));
  }
}
for (const [name, { json, form, data }] of Object.entries<WireCall>(calls)) {
  for (const [schema, part] of [[json ?? form, "Request"] as const, [data, "Data"] as const])
    if (schema && "shape" in schema && !named.has(schema)) named.set(schema, capital(name) + part);
}
const nameOfDef = new Map([...named].map(([schema, name]) => [schema._def as unknown, name]));

/**
 * Removes "or undefined" from a schema: the library writes it as `{not: {}}`, JSON cannot express it, and `required`
 * already covers it.
 */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  const { anyOf, ...rest } = value as { anyOf?: Schema[] };
  const [first, second] = anyOf ?? [];
  if (first && second && JSON.stringify(first) === '{"not":{}}')
    return withoutUndefined({ ...second, ...rest });
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutUndefined(inner)]));
}

/**
 * Returns a zod schema as JSON Schema 2020-12, as sent over the network, before the site's transforms.
 *
 * @param isDefinition writes a named schema in full instead of a reference
 */
function schemaOf(schema: z.ZodTypeAny, isDefinition = false): Schema {
  const { $schema: _dialect, ...rest } = zodToJsonSchema(schema, {
    // The features in use are the same in draft 7 and 2020-12.
    target: "jsonSchema7",
    $refStrategy: "none",
    effectStrategy: "input",
    pipeStrategy: "input",
    // Unknown fields are ignored (docs/decisions/0005).
    removeAdditionalStrategy: "strict",
    allowedAdditionalProperties: undefined,
    override: (def) => {
      if (def === moment._def) return { type: "string", format: "date-time" };
      const name = nameOfDef.get(def);
      if (name === undefined || (isDefinition && def === schema._def)) return ignoreOverride;
      return { $ref: `#/components/schemas/${name}` };
    },
  }) as Schema;
  return withoutUndefined(rest) as Schema;
}

/** Returns the response schema: `{result, message, data}`, for the order service `{message, data}`. */
function answerOf({ service, data }: WireCall): Schema {
  const dataNeeded = data.isOptional() ? [] : ["data"];
  return service === "orders"
    ? {
        type: "object",
        required: ["message", ...dataNeeded],
        properties: { message: { const: "SUCCESS" }, data: schemaOf(data) },
      }
    : {
        type: "object",
        required: ["result", ...dataNeeded],
        properties: {
          result: { const: 1 },
          message: { type: ["string", "null"] },
          data: schemaOf(data),
        },
      };
}

const json = (schema: Schema) => ({ "application/json": { schema } });

function bodyOf({ json: body, form }: WireCall): Operation["requestBody"] {
  if (body) return { required: !body.isOptional(), content: json(schemaOf(body)) };
  if (!form) return undefined;
  const { properties, ...rest } = schemaOf(form, true);
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  return {
    required: true,
    content: {
      "multipart/form-data": { schema: { ...rest, properties: { ...(properties as Schema), file } } },
    },
  };
}

function parametersOf({
  path,
  query,
  hasLanguageHeader,
  takesKey,
}: WireCall): NonNullable<Operation["parameters"]> {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path" as const,
    required: true,
    schema: { type: "string" },
  }));
  const shape = (query?.shape ?? {}) as Record<string, z.ZodTypeAny>;
  const inQuery = Object.entries(shape).map(([name, schema]) => ({
    name,
    in: "query" as const,
    required: !schema.isOptional(),
    schema: schemaOf(schema),
  }));
  const language = {
    name: "Accept-Language",
    in: "header" as const,
    required: false,
    description: "Language of the response's texts, as BCP 47: the call has no field for it",
    schema: { type: "string" },
  };
  // Not required: an older API ignores it (docs/purchases.md).
  const key = {
    name: "Idempotency-Key",
    in: "header" as const,
    required: false,
    description: "Done once under a key of this member: the same key, the same answer",
    schema: { type: "string", pattern: "^[\\w-]{16,80}$" },
  };
  return [...inPath, ...inQuery, ...(hasLanguageHeader ? [language] : []), ...(takesKey ? [key] : [])];
}

const SECURITY: Record<WireCall["auth"], Operation["security"]> = {
  none: [],
  member: [{ accessToken: [] }],
  either: [{ accessToken: [] }, {}],
  refresh: [{ refreshToken: [] }],
  order: [{ ecAccessToken: [] }],
};

const ORDER_SERVICE = { url: "/order-service", description: "ORDER_API_BASE_URL; here the sandbox's" };

function operationOf(operationId: string, call: WireCall): Operation {
  const failure = { $ref: `#/components/schemas/${call.service === "orders" ? "OrderFailure" : "Failure"}` };
  const parameters = parametersOf(call);
  const requestBody = bodyOf(call);
  const operation: Operation = {
    operationId,
    tags: [call.service === "orders" ? "orders" : (call.path.split("/")[1] ?? "")],
    security: SECURITY[call.auth],
    ...(call.service === "orders" && { servers: [ORDER_SERVICE] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: {
        description: "Done, or a business error of the catalogue",
        content: json({ anyOf: [answerOf(call), failure] }),
      },
      400: { description: "A business error, as with 200", content: json(failure) },
      ...(call.auth !== "none" && { 401: { description: "The token is missing, wrong or past its time" } }),
      ...(call.path.includes("{") && {
        404: { description: "There is no such thing, or it is another member's" },
      }),
    },
  };
  return withContract(call.method, call.path, operation, failure);
}

/** Builds the OpenAPI 3.1 document: the schemas come from server/wire, the texts from calls.json. */
function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, call] of Object.entries<WireCall>(calls)) {
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(name, call);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "The product API and the order service of Soria",
      version: "1",
      description:
        "What Soria Web calls, and what its sandbox answers. Made by `npm run openapi` from server/wire (schemas) and docs/contract/calls.json (words, examples, codes); do not edit.",
    },
    servers: [{ url: "/api", description: "API_BASE_URL; here the sandbox's" }],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries([...named].map(([schema, name]) => [name, schemaOf(schema, true)])),
        Failure: {
          type: "object",
          required: ["result"],
          properties: {
            result: { type: "integer", not: { const: 1 }, description: "server/wire/codes.ts" },
            message: { type: ["string", "null"] },
            data: {},
          },
        },
        OrderFailure: {
          type: "object",
          required: ["message"],
          properties: { message: { type: "string", not: { const: "SUCCESS" } }, data: {} },
        },
      },
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        refreshToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        ecAccessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
    },
  };
}

/** Returns the document as the text of the file. */
export const openApiText = () => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
