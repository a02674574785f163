/** The types of contract/openapi.yaml. */

/** Source of a requirement (`x-basis`). The first two are binding, `proposed` is a request to the API team. */
export type Basis = "specified" | "decided" | "proposed";

type Type = "string" | "integer" | "boolean" | "object" | "array" | "null";

/** A JSON Schema 2020-12, with only the keywords that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: Type | Type[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  contentMediaType?: string;
  "x-basis"?: Basis;
  /** `open`: the meaning is specified, the spelling is not. */
  "x-spelling"?: "open";
  /** What the site does without it. */
  "x-without"?: string;
  /** Fields that an API sends if it follows the proposals. */
  "x-proposed-required"?: string[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  example?: unknown;
  schema: Schema;
  "x-basis"?: Basis;
  "x-without"?: string;
  "x-values"?: Record<string, { "x-basis": Basis; "x-without": string }>;
}

/** One row of `x-codes`: which refusals of a call the contract lists, and what the site does then. */
export interface CodeRow {
  result?: number[] | "any";
  /** Of the order service. */
  message?: "any";
  /** Statuses that mean the same without a code. */
  status?: number[];
  /** Statuses with which the code comes; 200 and 400 by default. */
  with?: number[];
  /** All rows of another call. */
  like?: string;
  name?: string;
  site: string;
  data?: Schema;
  "x-basis"?: Basis;
}

type Content = Record<string, { schema: Schema; example?: unknown; encoding?: object }>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  servers?: { url: string }[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
  "x-basis": Basis;
  "x-without"?: string;
  "x-timeout-ms"?: number;
  "x-codes": CodeRow[];
  "x-open"?: string[];
  "x-specification": Record<string, number[]>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, { description: string; content: Content }>;
    securitySchemes: Record<string, object>;
  };
}

export interface ContractCall {
  /** The operationId: "news.list". */
  id: string;
  service: "product" | "order";
  method: string;
  /** Appended to the base URL of the service, without a slash at the start; parameters are written `{id}`. */
  path: string;
  /** `optional`: the access token if there is one. */
  auth: "none" | "access" | "refresh" | "ec" | "optional";
  basis: Basis;
  /** How long the site waits for the response, in ms. */
  timeoutMs: number;
  headers: Field[];
  query: Field[];
  body: { type: "none" | "json" | "multipart"; schema: Schema; fields: Field[] };
  /** `data` of a success. */
  data: { schema: Schema; isRequired: boolean; fields: Field[] };
  codes: CodeRow[];
  /**
   * What a request may have only if the API has said that it knows it: names of fields, and values of the query
   * ("sort=ENDING"). None in a call that is itself proposed.
   */
  proposed: string[];
  example: {
    params: Record<string, string>;
    query: Record<string, unknown>;
    headers: Record<string, unknown>;
    body: unknown;
    response: unknown;
  };
  /** Lines of docs/specification: "payment.md:6". */
  spec: string[];
}

export interface Contract {
  document: OpenApiDocument;
  calls: ContractCall[];
  /**
   * Returns the call with this id.
   *
   * @throws Error when no call has it
   */
  call(id: string): ContractCall;
  /** Returns a schema with its `$ref` followed; keywords beside a `$ref` win. */
  resolved(schema: Schema): Schema;
}

/** One field of a request or a response. */
export interface Field {
  /** Path inside the body or `data`: `items[].id`; "" when `data` itself is the value. */
  name: string;
  /** With its reference followed. */
  schema: Schema;
  /** Whether the object that holds it requires it. */
  isRequired: boolean;
  basis: Basis;
  /** Whether the spelling is not agreed. */
  isOpen: boolean;
}
