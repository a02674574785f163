/**
 * The kit against an API with one wrong value in its responses. FUZZ_RUNS=2000 runs as many as every night;
 * FUZZ_SEED repeats a run's numbers.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readContract } from "../../../conform/contract";
import { htmlOf } from "../../../conform/report/html";
import { jsonOf } from "../../../conform/report/json";
import { tableOf } from "../../../conform/report/table";
import { exitCodeOf } from "../../../conform/runner";
import { random, seedOf } from "../../kit/data/random";
import { ConformSandbox, type Proxy } from "./sandbox";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 100);
const SEED = seedOf("FUZZ_SEED");
/** Each test makes so many runs, to be short. */
const PER_TEST = 10;

const contract = readContract();
const wrongValues: unknown[] = [
  null,
  7,
  -5,
  1.5,
  1e300,
  "",
  "x",
  "9".repeat(40),
  true,
  [],
  [null],
  {},
  { a: [] },
];

type Json = Record<string, unknown> | unknown[];
type Place = { of: Json; key: string };

/** Returns every place in a JSON value. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const of = value as Json;
  return Object.entries(value).flatMap(([key, child]) => [{ of, key }, ...placesOf(child)]);
}

/** Returns a proxy that replaces one value in each response of a call. */
function mutating(id: string, next: () => number): { proxy: Proxy; told: () => string } {
  const { method, path, service } = contract.call(id);
  const base = service === "order" ? "/order-service" : "/api";
  const pattern = new RegExp(`^${base}/${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const spot = next();
  const wrong = wrongValues[Math.floor(next() * wrongValues.length)];
  let told = "no response";
  return {
    told: () => `${id}: ${told} = ${JSON.stringify(wrong)}`,
    async proxy(request, go) {
      const response = await go(request);
      if (request.method !== method || !pattern.test(new URL(request.url).pathname)) return response;
      const body = (await response
        .clone()
        .json()
        .catch(() => undefined)) as unknown;
      const places = placesOf(body);
      const place = places[Math.floor(spot * places.length)];
      if (!place) return response;
      told = place.key;
      (place.of as Record<string, unknown>)[place.key] = wrong;
      return Response.json(body, {
        status: response.status,
        headers: { Date: response.headers.get("date") ?? "" },
      });
    },
  };
}

describe(`${RUNS} runs with one wrong value (FUZZ_SEED=${SEED})`, () => {
  const codes = new Map<number, number>();
  /** Findings of steps that ended at a response that they cannot read. */
  const unread = new Set<string>();
  let sandbox: ConformSandbox;
  beforeAll(async () => {
    sandbox = await ConformSandbox.open();
  });
  afterAll(async () => {
    await sandbox.close();
    const told = [...codes].sort().map(([code, runs]) => `${runs} × ${code}`);
    console.log(`conform fuzz, FUZZ_SEED=${SEED}: ${RUNS} runs, exit codes ${told.join(", ")}`);
    for (const text of unread) console.log(`  ${text}`);
  });

  it.each(Array.from({ length: Math.ceil(RUNS / PER_TEST) }, (_, at) => at * PER_TEST))(
    "runs from %i on end with a report",
    async (from) => {
      for (let run = from; run < Math.min(RUNS, from + PER_TEST); run += 1) {
        const next = random(SEED + run);
        const { id } = contract.calls[Math.floor(next() * contract.calls.length)] ?? { id: "" };
        const { proxy, told } = mutating(id, next);
        const isMoney = /^(store\.(purchase|capture|cancel|purchases)|orders\.(create|confirm))/.test(id);
        const report = await sandbox
          .run(sandbox.options({ rules: [isMoney ? "money" : id] }), proxy)
          .catch((error: unknown) => {
            throw new Error(`FUZZ_SEED=${SEED}, run ${run}, ${told()}`, { cause: error });
          });
        const code = exitCodeOf(report);
        for (const { call, found: text } of report.findings.list())
          if (text.includes("cannot read")) unread.add(`${call}: ${text}`);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect(JSON.parse(jsonOf(report))).toMatchObject({ exitCode: code });
        expect(tableOf(report) + htmlOf(report)).not.toBe("");
      }
    },
    120_000,
  );
});
