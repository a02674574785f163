import { describe, expect, it, vi } from "vitest";
import { isImpossible, allRules, exitCodeOf, type Report } from "../../../conform/runner";
import { readContract } from "../../../conform/contract";
import { MONEY_RULES } from "../../../conform/money-rules";
import { htmlOf } from "../../../conform/report/html";
import { jsonOf } from "../../../conform/report/json";
import { tableOf } from "../../../conform/report/table";
import { draw } from "../../kit/data/sample";
import { LENIENT } from "./lenient";
import { ConformSandbox } from "./sandbox";
import { VARIANTS } from "./variants";

// Ends a hanging run: a run makes about 800 requests.
vi.setConfig({ testTimeout: 300_000 });

/** Returns the failed rules as `rule  path`, without those that the sandbox does not enforce. */
const failures = ({ findings }: Report) =>
  [
    ...new Set(
      findings
        .list()
        .filter(({ kind, rule }) => kind === "fail" && !LENIENT.has(rule))
        .map(({ rule, path }) => `${rule}  ${path.replace(/\[\d+\]/g, "[]")}`),
    ),
  ].sort();

describe("the kit against the sandbox, with every right", () => {
  it("finds nothing, tries every rule that can be tried, and keeps secrets to itself", async () => {
    const of = await ConformSandbox.open();
    const report = await of.run();
    await of.close();
    expect(report.ended).toBeUndefined();
    expect(failures(report)).toEqual([]);
    const failed = report.findings.list().filter(({ kind }) => kind === "fail");
    const needed = new Set(failed.map(({ rule }) => rule));
    expect([...LENIENT].filter((rule) => !needed.has(rule))).toEqual([]);
    const untried = report.rules.filter((rule) => report.findings.untried.has(rule) && !isImpossible(rule));
    expect(untried).toEqual([]);
    expect(report.rules).toEqual(allRules(readContract()));
    expect(report.rules.length).toBeGreaterThan(500);

    const texts = [tableOf(report), jsonOf(report), htmlOf(report)];
    for (const text of texts) {
      expect(text).not.toMatch(/eyJ[\w-]{8,}\./);
      for (const secret of [
        of.member.password,
        of.member.email ?? "",
        of.other.email ?? "",
        "59c6995e998f97a5a0044966f0945389",
      ]) {
        expect(text).not.toContain(secret);
      }
    }
    expect(texts[2]).not.toMatch(/<script|https?:\/\/(?!sandbox\.test)/);
    expect(JSON.parse(texts[1] ?? "")).toMatchObject({
      exitCode: exitCodeOf(report),
      requests: report.requests,
    });
    console.log(
      `conform: ${report.requests} requests, ${report.rules.length} rules, ${(report.took / 1000).toFixed(1)} s`,
    );
  });
});

const { some, told } = draw("CONFORM", Math.ceil(VARIANTS.length / 3));
/** One of each third of them. */
const drawn = [0, 1, 2].flatMap((third) => some(VARIANTS.filter((_, at) => at % 3 === third)));
describe(`broken variants of the sandbox (${told})`, () => {
  it.each(drawn.map((variant) => [variant.id, variant] as const))(
    "%s is found, and nothing else",
    async (_, variant) => {
      const of = await ConformSandbox.open();
      const report = await of.run(of.options(), variant.proxy(of));
      await of.close();
      expect(failures(report)).toEqual([...variant.found].sort());
      expect(exitCodeOf(report)).toBe(1);
    },
  );
});

describe("the rules of money.md", () => {
  it("stand in the kit's table, each with its call or with the reason why nobody can try it", () => {
    expect(Object.keys(MONEY_RULES)).toEqual(readContract().moneyRules);
    const calls = new Set(readContract().calls.map(({ id }) => id));
    for (const rule of Object.values(MONEY_RULES)) {
      if ("call" in rule) expect(calls).toContain(rule.call);
      else expect(rule.reason.length).toBeGreaterThan(10);
    }
  });
});
