import type { Reporter, TestModule } from "vitest/node";
import { type FaultRow, faultRows } from "./fault-rows";

interface Line {
  tests: number;
  failed: number;
  figures: string[];
  times: Map<string, number[]>;
}

/**
 * Reporter that prints the fault table after the tests of tests/faults: for each row its expectation, its
 * measurements and its result. With SORIA_FAULT_TABLE=whole (a run of every file), a row without tests or
 * measurements fails the run.
 */
export class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const faults = modules.filter(({ project }) => ["faults", "long"].includes(project.name));
    if (faults.length === 0) return;
    const lines = new Map<FaultRow, Line>();
    for (const test of faults.flatMap((module) => [...module.children.allTests()])) {
      const { faultRow, figures = [], times = {} } = test.meta();
      if (!faultRow) continue;
      const line: Line = lines.get(faultRow) ?? { tests: 0, failed: 0, figures: [], times: new Map() };
      lines.set(faultRow, line);
      const { state } = test.result();
      if (state !== "skipped") line.tests += 1;
      if (state === "failed") line.failed += 1;
      line.figures.push(...figures);
      for (const [what, some] of Object.entries(times))
        line.times.set(what, [...(line.times.get(what) ?? []), ...some]);
    }
    process.stdout.write(`\n${rowsOf(lines).join("\n")}\n\n`);
    const isWhole = process.env["SORIA_FAULT_TABLE"] === "whole";
    const empty = (Object.keys(faultRows) as FaultRow[]).filter((row) => {
      const line = lines.get(row);
      if ("isByName" in faultRows[row]) return false;
      return !line || line.figures.length + line.times.size === 0;
    });
    if (isWhole && empty.length > 0) {
      process.stderr.write(`No figure for: ${empty.map((row) => faultRows[row].fault).join("; ")}\n`);
      process.exitCode = 1;
    }
  }
}

function rowsOf(lines: Map<FaultRow, Line>): string[] {
  const rows = (Object.keys(faultRows) as FaultRow[]).flatMap((row) => {
    const { fault, expected } = faultRows[row];
    const line = lines.get(row);
    if (!line) return [`  –      ${fault}: not run`];
    const verdict = line.failed > 0 ? "FAILED" : line.tests > 0 ? "passed" : "skipped";
    const count = `${line.tests - line.failed} of ${line.tests} tests`;
    const times = [...line.times].map(
      ([what, some]) =>
        `${what}: ${Math.round(Math.max(...some))} ms${some.length > 1 ? ` at most, ${some.length} times` : ""}`,
    );
    return [
      `  ${verdict} ${fault} (${count})`,
      `         → ${expected}`,
      ...[...times, ...line.figures].map((measured) => `         · ${measured}`),
    ];
  });
  return ["Faults: what was broken, → what is promised, · what was measured", ...rows];
}
