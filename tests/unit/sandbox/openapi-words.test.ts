/** server/wire/openapi.json says of each call what docs/contract/calls.json says, and is a sound OpenAPI document. */
import { Ajv2020 } from "ajv/dist/2020";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import type { OpenApiDocument } from "../../../tools/openapi/document";
import type { Schema } from "../../../tools/openapi/operation";
import { projectFiles } from "../../setup/project-files";

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");
const CONTRACT = "docs/contract/calls.json";
const file = JSON.parse(read("server/wire/openapi.json")) as OpenApiDocument;
const contract = JSON.parse(read(CONTRACT)) as {
  calls: {
    id: string;
    summary: string;
    method: string;
    path: string;
    codes: { code: string | number }[];
    spec: string[];
    example: { answer: unknown };
  }[];
};

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, "{}");
const operations = Object.entries(file.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const call = contract.calls.find(
      (one) => one.method === method.toUpperCase() && withoutNames(`/${one.path}`) === withoutNames(path),
    );
    return { name: `${method.toUpperCase()} ${path}`, operation, call };
  }),
);

const ajv = new Ajv2020({
  strict: false,
  formats: {
    "date-time": (value: string) => !Number.isNaN(Date.parse(value)),
    ...{ email: /^[^@]+@[^@]+$/, uri: true, "uri-reference": true, regex: true, "media-range": true },
  },
});
ajv.addSchema({ $id: "file", ...file });
/** What does not fit a schema of the document. */
function faults(schema: Schema, value: unknown) {
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"file#/')) as Schema);
  return check(value) ? [] : check.errors;
}

it("fits the schema of OpenAPI 3.1 (spec.openapis.org/oas/3.1/schema/2022-10-07)", () => {
  // ajv takes this reference to the root of the file; nothing extends the schema, so a plain one means the same.
  const schema = read("tests/unit/sandbox/openapi-3.1.schema.json").replaceAll(
    '"$dynamicRef": "#meta"',
    '"$ref": "#/$defs/schema"',
  );
  const check = ajv.compile(JSON.parse(schema) as Schema);
  const broken = structuredClone(file) as unknown as { paths: Record<string, { post: Schema }> };
  delete broken.paths["/auth/sign-in"]?.post["responses"];
  (broken.paths["/auth/sign-in"] ?? { post: {} }).post["parameters"] = [{ name: "a", in: "nowhere" }];
  expect(check(broken)).toBe(false);
  check(file);
  expect(check.errors ?? []).toEqual([]);
});

it("has the calls of calls.json and no other, each with a summary of its own", () => {
  expect(operations.filter(({ call }) => !call).map(({ name }) => name)).toEqual([]);
  expect(operations).toHaveLength(contract.calls.length);
  expect(new Set(operations.map(({ operation }) => operation.summary)).size).toBe(operations.length);
});

describe.each(operations.map((one) => [one.name, one] as const))("%s", (_, { operation, call }) => {
  it("has words for itself, its parameters, its body and its responses", () => {
    expect(operation.summary).toBe(call?.summary);
    expect(operation.description).toMatch(/^When: \S.+\n\nRepeats: \S/);
    for (const { name, description, example, required } of operation.parameters ?? []) {
      expect(description ?? "", name).toMatch(/\w{2}/);
      if (required) expect(example, name).toBeDefined();
    }
    if (operation.requestBody?.required) expect(operation.requestBody.description).toMatch(/^Fields:\n\n- `/);
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description, status).toMatch(/\w{2}/);
      expect(content?.["application/json"]?.schema, status).toBeDefined();
    }
  });

  it("has examples, and they fit its schemas", () => {
    for (const { example, schema, name } of operation.parameters ?? []) {
      const isNumber = /integer|number/.test(JSON.stringify(schema));
      if (example !== undefined)
        expect(faults(schema, isNumber ? Number(example) : example), name).toEqual([]);
    }
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      if (operation.requestBody?.required) expect(faults(schema, example)).toEqual([]);
    }
    const media = operation.responses["200"]?.content?.["application/json"];
    expect(media?.example).toEqual(call?.example.answer);
    expect(faults(media?.schema ?? { not: {} }, media?.example)).toEqual([]);
  });

  it("has every code of calls.json, in a response and for machines", () => {
    const codes = operation["x-codes"] ?? [];
    expect(codes.map(({ code }) => code)).toEqual(call?.codes.map(({ code }) => code));
    const said = Object.values(operation.responses)
      .map(({ description }) => description)
      .join("\n");
    for (const { code } of codes) expect(said).toContain(`\`${String(code)}\``);
  });

  it("names lines of the specification that have text", () => {
    const lines = operation["x-specification"] ?? [];
    expect(lines).toEqual(call?.spec.map((line) => `docs/specification/${line}`));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [name = "", number] = line.split(":");
      expect(read(name).split("\n")[Number(number) - 1]?.trim() ?? "", line).not.toBe("");
    }
  });
});

describe("calls.json is written by hand", () => {
  const sources = projectFiles()
    .filter((name) => /\.(?:tsx?|m?js|json)$|^\.(?:github|ci)\//.test(name))
    .filter((name) => !name.startsWith("docs/") && !name.endsWith("openapi.json"));
  const naming = sources.filter((name) => /contract\/calls\.json|["'/]calls\.json["']/.test(read(name)));

  it("is read by few programs, and none of those writes files but the one that writes openapi.json", () => {
    expect(naming).toContain("conform/contract.ts");
    expect(naming).toContain("server/sandbox/contract.ts");
    const writing = naming.filter((name) =>
      /\b(writeFile|writeFileSync|createWriteStream|appendFile|copyFile|cpSync|renameSync)\b/.test(
        read(name),
      ),
    );
    expect(writing.filter((name) => !name.startsWith("tests/"))).toEqual([]);
    expect(read("tools/openapi/main.ts").match(/writeFileSync\(.*/g)).toEqual([
      "writeFileSync(join(projectRoot, file), openApiText());",
    ]);
    expect(read("package.json")).not.toContain("calls.json");
  });

  it("is unknown to server/wire, so neither takes anything from the other", () => {
    expect(naming.filter((name) => name.startsWith("server/wire/"))).toEqual([]);
    const wire = sources.filter((name) => name.startsWith("server/wire/") && name.endsWith(".ts"));
    expect(wire.length).toBeGreaterThan(10);
    for (const name of wire) expect(read(name), name).not.toMatch(/from "(#server\/(sandbox|cli)|.*conform)/);
  });
});
