/** Reads contract/openapi.yaml: the calls of the product API and of the order service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { fieldsOf } from "./fields";
import type { Contract, ContractCall, OpenApiDocument, Operation, Parameter, Schema } from "./types";

/** Names of the security schemes. */
const AUTH = { accessToken: "access", refreshToken: "refresh", ecAccessToken: "ec" } as const;

/** Time that the site waits for a response unless `x-timeout-ms` says another, in ms. */
const TIMEOUT_MS = 5000;

function authOf({ security }: Operation): ContractCall["auth"] {
  const [scheme] = Object.keys(security[0] ?? {}) as (keyof typeof AUTH)[];
  if (scheme === undefined) return "none";
  return security.length > 1 ? "optional" : AUTH[scheme];
}

/** Returns the target of a local reference: "#/components/schemas/Id". */
const targetOf = (document: OpenApiDocument, reference: string): unknown =>
  reference
    .slice(reference.indexOf("#/") + 2)
    .split("/")
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document);

function callOf(contract: Contract, method: string, path: string, operation: Operation): ContractCall {
  const { document, resolved } = contract;
  const basis = operation["x-basis"];
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : (targetOf(document, one.$ref) as Parameter),
  );
  const within = (place: Parameter["in"]) => parameters.filter((one) => one.in === place);
  const fields = (place: Parameter["in"]) =>
    within(place).map(({ name, required, schema, "x-basis": own }) => ({
      ...{ name, schema: resolved(schema), isRequired: required, basis: own ?? basis, isOpen: false },
    }));
  const examples = (place: Parameter["in"]) =>
    Object.fromEntries(
      within(place).flatMap(({ name, example }) => (example == null ? [] : [[name, example]])),
    );
  const [[type, media] = ["", undefined]] = Object.entries(operation.requestBody?.content ?? {});
  const response = operation.responses["200"]?.content?.["application/json"];
  const success = response?.schema.anyOf?.[0];
  const data = success?.properties?.["data"] ?? {};
  const isOrder = operation.servers !== undefined;
  const fieldsOfBody = media ? fieldsOf(contract, media.schema, basis, { withLists: true }) : [];
  const proposed = [
    ...within("query").flatMap(({ name, "x-values": values = {} }) =>
      Object.entries(values).flatMap(([value, own]) =>
        own["x-basis"] === "proposed" ? [`${name}=${value}`] : [],
      ),
    ),
    ...fieldsOfBody
      .filter((field) => field.basis === "proposed")
      .map(({ name }) => name.replace(/^.*[.\]]/, "")),
  ];
  return {
    id: operation.operationId,
    service: isOrder ? "order" : "product",
    method: method.toUpperCase(),
    path: path.slice(1),
    auth: authOf(operation),
    basis,
    timeoutMs: operation["x-timeout-ms"] ?? TIMEOUT_MS,
    headers: fields("header"),
    query: fields("query"),
    body: {
      type: media === undefined ? "none" : type === "application/json" ? "json" : "multipart",
      schema: media?.schema ?? {},
      fields: fieldsOfBody,
    },
    data: {
      schema: data,
      isRequired: success?.required?.includes("data") ?? false,
      fields: fieldsOf(contract, data, basis),
    },
    codes: operation["x-codes"],
    proposed: basis === "proposed" ? [] : proposed,
    example: {
      params: examples("path") as Record<string, string>,
      query: examples("query"),
      headers: examples("header"),
      body: media?.example,
      response: response?.example,
    },
    spec: Object.entries(operation["x-specification"]).flatMap(([file, lines]) =>
      lines.map((line) => `${file}:${line}`),
    ),
  };
}

let known: Contract | undefined;

/**
 * Returns the contract, read once per process. Never change it.
 *
 * @param file for a program that is bundled, and so in another folder
 */
export function readContract(file = join(import.meta.dirname, "openapi.yaml")): Contract {
  if (known) return known;
  const document = parse(readFileSync(file, "utf8")) as OpenApiDocument;
  const byId = new Map<string, ContractCall>();
  const contract: Contract = {
    document,
    calls: [],
    call(id) {
      const call = byId.get(id);
      if (!call) throw new Error(`contract/openapi.yaml has no call ${id}`);
      return call;
    },
    resolved({ $ref, ...rest }) {
      if ($ref === undefined) return rest;
      return { ...contract.resolved(targetOf(document, $ref) as Schema), ...rest };
    },
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods))
      contract.calls.push(callOf(contract, method, path, operation));
  }
  for (const call of contract.calls) byId.set(call.id, call);
  known = contract;
  return contract;
}
