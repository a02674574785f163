import { fileURLToPath } from "node:url";

/** Configuration of StrykerJS for `npm run mutate` (tools/mutation/mutate.ts), which sets MUTATE to one folder. */
const folder = process.env["MUTATE"] ?? "";

export default {
  testRunner: "vitest-warm",
  plugins: [fileURLToPath(new URL("./mutation/mutation-runner.mjs", import.meta.url))],
  vitest: { configFile: "tools/vitest.mutate.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 1,
  // For endless loops only. StrykerJS stops those that count hits by itself; a shared machine may stall for a minute.
  timeoutMS: 90_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: `.cache/mutation/${folder}/incremental.json`,
  tempDirName: `.cache/mutation/${folder}/copy`,
  ignorePatterns: ["build", "test-results", "playwright-report", ".data", ".cache", "/public", "/brand/art"],
  reporters: ["clear-text", "json", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, allowEmojis: false },
  jsonReporter: { fileName: `.cache/mutation/${folder}/report.json` },
  thresholds: { high: 90, low: 85, break: null },
};
