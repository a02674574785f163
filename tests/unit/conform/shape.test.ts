import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { typesOf } from "../../../contract/fields";
import type { Schema } from "../../../contract/types";
import { faultsOf } from "../../../contract/validator";
import { readContract } from "../../../conform/contract";
import { checkData } from "../../../conform/shape";
import { random, seedOf } from "../../kit/data/random";

const contract = readContract();

/** Returns a random value that is valid for a schema. */
function valueOf(given: Schema, next: () => number): unknown {
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const schema = contract.resolved(given);
  const { properties, items, minimum = 0, maximum = 1_000_000 } = schema;
  const types = typesOf(schema);
  if (schema.anyOf) return valueOf(schema.anyOf[whole(0, schema.anyOf.length - 1)] ?? {}, next);
  if (types.includes("null") && !properties && (types.length === 1 || next() < 0.2)) return null;
  if (schema.enum) return schema.enum[whole(0, schema.enum.length - 1)];
  if (schema.const !== undefined) return schema.const;
  if (schema.pattern?.startsWith("^ORDER-")) return `ORDER-20261120-120000-${whole(1, 99)}`;
  if (schema.format === "date-time") return new Date(whole(0, 2e12)).toISOString();
  if (types.includes("integer")) return whole(minimum, Math.min(maximum, 1_000_000));
  if (types.includes("boolean")) return next() < 0.5;
  if (items) return Array.from({ length: 1 + whole(0, 2) }, () => valueOf(items, next));
  if (properties) {
    const names = Object.keys(properties).filter((name) => schema.required?.includes(name) || next() < 0.5);
    const proposed = schema["x-proposed-required"] ?? [];
    return Object.fromEntries(
      [...new Set([...names, ...proposed])].map((name) => [name, valueOf(properties[name] ?? {}, next)]),
    );
  }
  if (schema.additionalProperties) return { EVENT: whole(0, 9) };
  if (types.length === 0) return next() < 0.5 ? null : "anything";
  return "x".repeat(whole(Math.max(schema.minLength ?? 0, 1), 40));
}

/**
 * Removes a required field from response data, or gives it a value of another type. @returns the field's exact path;
 * undefined when the data has no list that it is in
 */
function breakField(data: unknown, name: string, next: () => number): string | undefined {
  let at = data as Record<string, unknown>;
  let path = "data";
  const steps = name.split(".");
  for (const [n, step] of steps.entries()) {
    const key = step.replace("[]", "");
    path += `.${key}`;
    if (n === steps.length - 1) {
      if (next() < 0.5) Reflect.deleteProperty(at, key);
      else at[key] = [[]];
      return path;
    }
    let below = at[key];
    if (below === undefined) return undefined;
    if (step.endsWith("[]")) {
      const index = Math.floor(next() * (below as unknown[]).length);
      below = (below as unknown[])[index];
      path += `[${index}]`;
    }
    at = below as Record<string, unknown>;
  }
  return undefined;
}

describe("the fields of answers", () => {
  const seed = seedOf("CONFORM_SEED");
  const rounds = process.env["CONFORM"] === "all" ? 300 : 20;

  it(`random answers that fit pass; one broken field fails with its exact path (CONFORM_SEED=${seed})`, () => {
    const next = random(seed);
    for (let round = 0; round < rounds; round += 1) {
      for (const call of contract.calls) {
        const data = valueOf(call.data.schema, next);
        expect(checkData(contract, call, data).faults, call.id).toEqual([]);
        const breakable = call.data.fields.filter(
          ({ name, isRequired, schema }) => name !== "" && isRequired && typesOf(schema).length > 0,
        );
        const field = breakable[Math.floor(next() * breakable.length)];
        if (!field) continue;
        const path = breakField(data, field.name, next);
        if (path === undefined) continue;
        expect(
          checkData(contract, call, data).faults.map((fault) => fault.path),
          `${call.id} ${field.name}`,
        ).toEqual([path]);
      }
    }
  });

  it.each<[Schema, unknown, boolean]>([
    [{ $ref: "#/components/schemas/Instant" }, "2026-11-20T00:00:00Z", true],
    [{ $ref: "#/components/schemas/Instant" }, "2026-11-20T00:00:00", false],
    [{ $ref: "#/components/schemas/Instant" }, "2026-11-20T00:00:00+09:00", false],
    [{ $ref: "#/components/schemas/Instant" }, "2026-13-40T00:00:00Z", false],
    [{ $ref: "#/components/schemas/Count" }, 1.5, false],
    [{ $ref: "#/components/schemas/Count" }, "1", false],
    [{ $ref: "#/components/schemas/Count" }, -1, false],
    [{ $ref: "#/components/schemas/Count" }, 2 ** 53, false],
    [{ $ref: "#/components/schemas/PageNumber" }, 0, false],
    [{ $ref: "#/components/schemas/NumericId" }, -5, false],
    [{ $ref: "#/components/schemas/Id" }, "", false],
    [{ $ref: "#/components/schemas/Id" }, -5, false],
    [{ type: ["string", "null"] }, null, true],
    [{ type: "string" }, null, false],
    [{ type: "string", enum: ["A"] }, "a", false],
    [{ type: "string", maxLength: 2 }, "👍👍", true],
    [{ type: "integer", maximum: 5 }, 6, false],
    [{ $ref: "#/components/schemas/Day" }, "2026-02-30", false],
  ])("%j and %j: %s", (schema, value, expected) => {
    expect(faultsOf(contract, schema, value).length === 0).toBe(expected);
  });

  it("finds a negative page and a negative id [news.list data.page, news.one data.id]", () => {
    const list = contract.call("news.list");
    const one = contract.call("news.one");
    const data = (call: typeof list, change: object) => ({
      ...(call.example.response as { data: object }).data,
      ...change,
    });
    expect(checkData(contract, list, data(list, { page: -5 })).faults).toMatchObject([
      { rule: "news.list data.page", path: "data.page", found: -5, wanted: "integer, at least 1" },
    ]);
    expect(checkData(contract, one, data(one, { id: -5 })).faults).toMatchObject([
      { rule: "news.one data.id", path: "data.id", found: -5, wanted: "integer, at least 0" },
    ]);
  });
});

it("the kit knows nothing of the site: it imports only itself, the contract, Node and viem", () => {
  const folder = join(import.meta.dirname, "../../../conform");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text.split("\n").length, file).toBeLessThan(300);
    for (const [, from = ""] of text.matchAll(/^(?:import|export)[^;]*?(?:from )?"([^"\n]+)";$/gm)) {
      expect(from, file).toMatch(/^(node:|viem\/accounts$|\.{1,2}\/)/);
      if (from.startsWith(".")) expect(join("conform", file, "..", from)).toMatch(/^(conform|contract)\//);
    }
  }
});
