/** Reads the JSON reports of Vitest and Playwright. */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export interface Tally {
  passed: number;
  failed: number;
  /** Title and message of each failed test. */
  failures: string[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { projectName: string; results: { status: string; error?: { message?: string } }[] }[];
  }[];
}

interface Report {
  // Vitest
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
  // Playwright
  stats?: { expected: number; unexpected: number; flaky: number };
  suites?: PlaywrightSuite[];
}

/** Number of characters of a failure's message: enough for the assertion and its values. */
const MESSAGE_LENGTH = 800;

const failure = (title: string, message: string) =>
  `✗ ${title}\n${stripVTControlCharacters(message).slice(0, MESSAGE_LENGTH).replace(/^/gm, "    ")}`;

function* failuresOfSuite(suite: PlaywrightSuite, path: string[]): Generator<string> {
  const here = suite.title ? [...path, suite.title] : path;
  for (const { title, ok, tests } of suite.specs ?? []) {
    if (ok) continue;
    for (const { projectName, results } of tests) {
      const message = results.findLast(({ error }) => error)?.error?.message;
      if (message) yield failure(`[${projectName}] ${[...here, title].join(" › ")}`, message);
    }
  }
  for (const inner of suite.suites ?? []) yield* failuresOfSuite(inner, here);
}

/** Reads the numbers and the failures of a test report; zeros if there is none, because its runner did not start. */
export function readReport(path: string): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 0, failures: [] };
  const report = JSON.parse(readFileSync(path, "utf8")) as Report;
  const { numPassedTests = 0, numFailedTests = 0, testResults = [], stats, suites = [] } = report;
  const ofVitest = testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    // A file that does not load, or whose hook fails, has a message and no failed test.
    if (failed.length === 0) return message ? [failure(name, message)] : [];
    return failed.map(({ fullName, failureMessages = [] }) =>
      failure(`${name} › ${fullName}`, failureMessages.join("\n")),
    );
  });
  return {
    passed: numPassedTests + (stats ? stats.expected + stats.flaky : 0),
    failed: numFailedTests + (stats?.unexpected ?? 0),
    failures: [...ofVitest, ...suites.flatMap((suite) => [...failuresOfSuite(suite, [])])],
  };
}
