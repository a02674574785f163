/** contract/openapi.yaml is a sound OpenAPI document, and says of each call what a reader needs. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { calls, type CallName } from "#server/wire/calls";
import type { WireCall } from "#server/wire/call";
import { fieldsOf } from "../../../contract/fields";
import { readContract } from "../../../contract/openapi";
import type { Operation, Schema } from "../../../contract/types";
import { dataFaults, faultsOf } from "../../../contract/validator";
import { projectFiles } from "../../kit/project/project-files";

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");
const contract = readContract();
const { document } = contract;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** Returns every object in a value, with its path. */
function objectsIn(value: unknown, path = ""): [string, Record<string, unknown>][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, child]) => objectsIn(child, `${path}/${key}`));
  return Array.isArray(value) ? inner : [[path, value as Record<string, unknown>], ...inner];
}

/** Names of properties of examples are not keywords. */
const keywords = objectsIn(document).filter(([path]) => !/\/(example|properties)$|\/example\//.test(path));

describe("the document", () => {
  it("fits the schema of OpenAPI 3.1 (spec.openapis.org/oas/3.1/schema/2022-10-07)", () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addFormat("media-range", true);
    // ajv takes this reference to the root of the file; nothing extends the schema, so a plain one means the same.
    const schema = read("tests/unit/contract/openapi-3.1.schema.json").replaceAll(
      '"$dynamicRef": "#meta"',
      '"$ref": "#/$defs/schema"',
    );
    const check = ajv.compile(JSON.parse(schema) as Schema);
    const broken = structuredClone(document) as unknown as { paths: Record<string, { post: Schema }> };
    const signIn = broken.paths["/auth/sign-in"]?.post as Record<string, unknown>;
    delete signIn["responses"];
    signIn["parameters"] = [{ name: "a", in: "nowhere" }];
    expect(check(broken)).toBe(false);
    check(document);
    expect(check.errors ?? []).toEqual([]);
  });

  it("has only valid JSON schemas, without misspelt keywords", () => {
    for (const name of Object.keys(document.components.schemas))
      expect(() => faultsOf(contract, { $ref: `#/components/schemas/${name}` }, null), name).not.toThrow();
    expect(() => faultsOf(contract, { type: "integer", minimun: 1 } as Schema, 1)).toThrow(/minimun/);
  });

  it("has a target for each reference, and a reference for each schema", () => {
    const references = new Set(keywords.flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : [])));
    for (const reference of references) {
      const [group = "", name = ""] = reference.split("/").slice(2);
      expect(document.components[group as "schemas"], reference).toHaveProperty(name);
    }
    // `properties` are not among the keywords, and hold most references.
    const text = JSON.stringify(document);
    for (const name of Object.keys(document.components.schemas))
      expect(text, name).toContain(`"#/components/schemas/${name}"`);
  });

  it("says of each basis that it is specified, decided or proposed", () => {
    const bases = objectsIn(document).flatMap(([path, { "x-basis": basis }]) =>
      basis === undefined || path.endsWith("/properties") ? [] : [[path, basis]],
    );
    expect(bases.length).toBeGreaterThan(60);
    expect(
      bases.filter(([, basis]) => !["specified", "decided", "proposed"].includes(String(basis))),
    ).toEqual([]);
    for (const { operation } of operations) expect(operation["x-basis"], operation.operationId).toBeDefined();
  });

  it("bounds every number, below and above what JavaScript counts exactly", () => {
    const unbounded = objectsIn(document).filter(
      ([path, { type, minimum, maximum, enum: values, not }]) =>
        [type].flat().includes("integer") &&
        !/\/example/.test(path) &&
        !(values ?? not) &&
        (minimum === undefined || (maximum === undefined && !path.includes("/parameters/"))),
    );
    expect(unbounded.map(([path]) => path)).toEqual([
      // As they came.
      "/paths//store/products/purchase/post/requestBody/content/application/json/schema/properties/orderId",
    ]);
  });

  it("is unknown to server/wire, so neither takes anything from the other", () => {
    const wire = projectFiles("server/wire").filter((name) => name.endsWith(".ts"));
    expect(wire.length).toBeGreaterThan(10);
    for (const name of wire) expect(read(name), name).not.toMatch(/openapi|from ".*(contract|conform)\//);
  });
});

describe("what the specification does not name", () => {
  const proposedOf = (schema: Schema) =>
    fieldsOf(contract, schema, "specified", { withLists: true }).filter(({ basis }) => basis === "proposed");

  it("is optional in a call that is specified, and says what the site does without it", () => {
    for (const call of contract.calls.filter(({ basis }) => basis !== "proposed")) {
      for (const schema of [call.body.schema, call.data.schema]) {
        for (const { name, isRequired, schema: own } of proposedOf(schema)) {
          expect(isRequired, `${call.id} ${name}`).toBe(false);
          expect(own["x-without"], `${call.id} ${name}`).toMatch(/\w{2}/);
        }
      }
    }
  });

  it.each(["store.purchases", "store.cancel"])("says what the site does without %s", (id) => {
    const { operation } = operations.find((one) => one.operation.operationId === id) ?? {};
    expect(operation?.["x-basis"]).toBe("proposed");
    expect(operation?.["x-without"]).toMatch(/\w{2}/);
  });

  it.each([
    "orders.list",
    "support.inquiries",
    "news.list",
    "store.products",
    "support.faq",
    "store.purchases",
  ])("says what the site does without another size of %s", (id) => {
    const { operation } = operations.find((one) => one.operation.operationId === id) ?? {};
    const size = operation?.parameters?.find(({ name }) => name === "size");
    expect(size?.["x-without"]).toMatch(/\w{2}/);
    if (id !== "store.purchases") expect(size?.schema).toEqual({ type: "integer", minimum: 1, default: 10 });
  });

  it("says what the site does without sort=ENDING", () => {
    const sort = document.paths["/dao/suggestions"]?.["get"]?.parameters?.find(({ name }) => name === "sort");
    expect(Object.keys(sort?.["x-values"] ?? {})).toEqual(["POPULAR", "ENDING"]);
    for (const value of Object.values(sort?.["x-values"] ?? {})) expect(value["x-without"]).toMatch(/\w{2}/);
    expect(sort?.["x-values"]?.["ENDING"]?.["x-basis"]).toBe("proposed");
    expect(contract.call("dao.suggestions").proposed).toEqual(["sort=ENDING"]);
  });

  it("is what server/wire lists as proposed, call by call", () => {
    for (const [name, wire] of Object.entries<WireCall>(calls)) {
      const call = callOf(name as CallName);
      expect([...(wire.proposed ?? [])].sort(), name).toEqual([...call.proposed].sort());
    }
  });
});

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, "{}");

/** Returns the contract's call of a call of server/wire. */
function callOf(name: CallName) {
  const wire: WireCall = calls[name];
  const call = contract.calls.find(
    (one) => one.method === wire.method && withoutNames(`/${one.path}`) === withoutNames(wire.path),
  );
  if (!call) throw new Error(`contract/openapi.yaml has no call ${name}`);
  return call;
}

describe("the calls of server/wire", () => {
  const names = Object.keys(calls) as CallName[];
  const AUTH = { none: "none", access: "member", refresh: "refresh", ec: "order", optional: "either" };

  it("are those of the contract", () => {
    const ids = names.map((name) => callOf(name).id);
    expect(ids.sort()).toEqual(contract.calls.map(({ id }) => id).sort());
    expect(new Set(operations.map(({ operation }) => operation.summary)).size).toBe(operations.length);
  });

  it.each(names)(
    "%s: token, service, headers and time are the contract's [A203.1 A203.2 A209.1 A239.2 P155.2 P158.2]",
    (name) => {
      const wire: WireCall = calls[name];
      const call = callOf(name);
      expect([wire.auth, wire.service ?? "product"]).toEqual([
        AUTH[call.auth],
        call.service === "order" ? "orders" : "product",
      ]);
      expect(wire.timeoutMs ?? 5000).toBe(call.timeoutMs);
      const headers = call.headers.map((header) => header.name);
      expect([wire.takesKey ?? false, wire.hasLanguageHeader ?? false]).toEqual([
        headers.includes("Idempotency-Key"),
        headers.includes("Accept-Language"),
      ]);
    },
  );

  it.each(names)("%s: the site reads the contract's example of a response", (name) => {
    const { data } = callOf(name).example.response as { data: unknown };
    expect(calls[name].data.safeParse(data).error).toBeUndefined();
  });
});

describe.each(operations.map((one) => [one.operation.operationId, one.operation] as const))(
  "%s",
  (id, operation: Operation) => {
    const call = contract.call(id);

    it("has words for itself, its parameters and its responses", () => {
      expect(operation.summary).toMatch(/\w{2} \w/);
      expect(operation.description).toMatch(/^When: \S.+\n\nRepeats: \S/);
      for (const parameter of operation.parameters ?? []) {
        if (parameter.$ref !== undefined) continue;
        const { name, description, example, required, schema } = parameter;
        expect(description ?? contract.resolved(schema).description ?? "", name).toMatch(/\w{2}/);
        if (required) expect(example, name).toBeDefined();
      }
      for (const row of operation["x-codes"]) expect(row.site).toMatch(/\w{2}/);
    });

    it("has examples, and they fit its schemas", () => {
      for (const { name, schema } of [...call.query, ...call.headers]) {
        const example = { ...call.example.query, ...call.example.headers }[name];
        if (example !== undefined) expect(faultsOf(contract, schema, example), name).toEqual([]);
      }
      if (call.body.type !== "none")
        expect(faultsOf(contract, call.body.schema, call.example.body)).toEqual([]);
      const media = operation.responses["200"]?.content?.["application/json"];
      expect(faultsOf(contract, media?.schema ?? {}, media?.example)).toEqual([]);
      expect(dataFaults(contract, call, (call.example.response as { data: unknown }).data)).toEqual([]);
    });

    it("has a response for each status of its codes", () => {
      const statuses = operation["x-codes"].flatMap((row) => [...(row.status ?? []), ...(row.with ?? [])]);
      for (const status of statuses) expect(operation.responses).toHaveProperty(String(status));
      if (call.auth !== "none") expect(operation.responses).toHaveProperty("401");
    });

    it("names lines of the specification that have text", () => {
      expect(call.spec.length).toBeGreaterThan(0);
      for (const line of call.spec) {
        const [name = "", number] = line.split(":");
        const text = read(`docs/specification/${name}`).split("\n")[Number(number) - 1];
        expect(text?.trim() ?? "", line).not.toBe("");
      }
    });
  },
);
