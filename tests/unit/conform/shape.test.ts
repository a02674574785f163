import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readContract, type CallSpec, type Field } from "../../../conform/contract";
import { checkData, fits } from "../../../conform/shape";
import { random } from "../../setup/random";

const contract = readContract();

/** Returns a random value that is valid for a field. */
function valueOf(field: Field, next: () => number): unknown {
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const { type } = field;
  if (field.nullable && next() < 0.2) return null;
  if (field.enum) return field.enum[whole(0, field.enum.length - 1)];
  if (field.pattern?.startsWith("^ORDER-")) return `ORDER-20261120-120000-${whole(1, 99)}`;
  if (field.const !== undefined) return field.const;
  if (type === "integer" || type === "integer or string")
    return whole(field.min ?? -5, field.max ?? 1_000_000);
  if (type === "boolean") return next() < 0.5;
  if (type === "date time") return new Date(whole(0, 2e12)).toISOString();
  if (type === "array of {url}")
    return Array.from({ length: whole(0, 2) }, () => ({ url: "https://a.test/1" }));
  if (type === "object of integer") return { EVENT: whole(0, 9) };
  if (type.startsWith("object")) return {};
  if (type === "any" || type === "null") return next() < 0.5 ? null : "anything";
  return "x".repeat(whole(Math.max(field.minLength ?? 0, 1), Math.min(field.maxLength ?? 40, 40)));
}

/** Returns random response data that are valid for a call. */
function answerOf({ success }: CallSpec, next: () => number): unknown {
  const [only] = success.data;
  if (only && only.name === undefined) return valueOf(only, next);
  const build = (fields: { steps: string[]; field: Field }[]): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const head of new Set(fields.map(({ steps }) => steps[0] ?? ""))) {
      const own = fields.filter(({ steps }) => steps[0] === head);
      const leaf = own.find(({ steps }) => steps.length === 1);
      const below = own
        .filter(({ steps }) => steps.length > 1)
        .map(({ steps, field }) => ({ steps: steps.slice(1), field }));
      if (head.endsWith("[]"))
        made[head.slice(0, -2)] = Array.from({ length: 1 + Math.floor(next() * 3) }, () => build(below));
      else if (below.length > 0) made[head] = build(below);
      else if (leaf && (leaf.field.required || next() < 0.5)) made[head] = valueOf(leaf.field, next);
    }
    return made;
  };
  return build(success.data.map((field) => ({ steps: (field.name ?? "").split("."), field })));
}

/** Removes a required field from response data, or gives it a value of another type. @returns the field's exact path */
function breakField(data: unknown, { name = "", type }: Field, next: () => number): string | undefined {
  let at = data as Record<string, unknown>;
  let path = "data";
  const steps = name.split(".");
  for (const [n, step] of steps.entries()) {
    const key = step.replace("[]", "");
    path += `.${key}`;
    if (n === steps.length - 1) {
      if (next() < 0.5) Reflect.deleteProperty(at, key);
      else at[key] = type === "boolean" ? "true" : [[]];
      return path;
    }
    let below = at[key];
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
  const seed = Number(process.env["CONFORM_SEED"] ?? Date.now() % 100_000);
  const rounds = process.env["CONFORM"] === "all" ? 300 : 20;

  it(`random answers that fit pass; one broken field fails with its exact path (CONFORM_SEED=${seed})`, () => {
    const next = random(seed);
    for (let round = 0; round < rounds; round += 1) {
      for (const call of contract.calls) {
        const data = answerOf(call, next);
        expect(checkData(call, data).faults, call.id).toEqual([]);
        const breakable = call.success.data.filter(
          ({ name, required, type }) => name !== undefined && required && type !== "any",
        );
        const field = breakable[Math.floor(next() * breakable.length)];
        if (!field) continue;
        const path = breakField(data, field, next);
        expect(
          checkData(call, data).faults.map((fault) => fault.path),
          `${call.id} ${field.name}`,
        ).toEqual([path]);
      }
    }
  });

  it.each<[Partial<Field>, unknown, boolean]>([
    [{ type: "date time" }, "2026-11-20T00:00:00Z", true],
    [{ type: "date time" }, "2026-11-20T00:00:00", false],
    [{ type: "date time" }, "2026-11-20T00:00:00+09:00", false],
    [{ type: "date time" }, "2026-13-40T00:00:00Z", false],
    [{ type: "integer" }, 1.5, false],
    [{ type: "integer" }, "1", false],
    [{ type: "integer", min: 0 }, -1, false],
    [{ type: "integer or string" }, "", false],
    [{ type: "string", nullable: true }, null, true],
    [{ type: "string" }, null, false],
    [{ type: "string", enum: ["A"] }, "a", false],
    [{ type: "string", maxLength: 2 }, "👍👍", true],
    [{ type: "array of {url}" }, [{ url: 1 }], false],
    [{ type: "object of integer" }, { a: "1" }, false],
  ])("%j and %j: %s", (field, value, expected) => {
    expect(fits({ basis: "spec", ...field } as Field, value)).toBe(expected);
  });
});

it("the kit knows nothing of the site: it imports only itself, Node and viem", () => {
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
      if (from.startsWith(".")) expect(join("conform", file, "..", from)).toMatch(/^conform\//);
    }
  }
});
