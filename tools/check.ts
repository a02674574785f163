/**
 * `npm run check`: types, lint and format of the changed files, then the unit and route tests that import them
 * (`vitest related`) or read them (`readers`), ordered by proximity, until the first failure. It runs so few of them
 * that it answers within a minute on two cores. Changed files differ from `--base REF` (default: main) or are not
 * committed. Exits with 1 if a step failed; the later steps still run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";

const baseAt = process.argv.indexOf("--base");
const base = (baseAt > 0 && process.argv[baseAt + 1]) || "main";

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).split("\n").filter(Boolean);

/** Returns the merge base with `base`; HEAD in a clone without it. */
function branchPoint(): string {
  try {
    return git("merge-base", base, "HEAD")[0] ?? "HEAD";
  } catch {
    return "HEAD";
  }
}

const changed = [
  ...new Set([
    ...git("diff", "--name-only", "--diff-filter=d", branchPoint()),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]),
].filter((file) => existsSync(join(projectRoot, file)));
const code = changed.filter((file) => /^(?!public\/).*\.(?:tsx?|m?js)$/.test(file));

/** Tests that read files instead of importing them: Vitest does not find these. */
const readers: [changed: RegExp, tests: string[]][] = [
  [/^(?:app|brand)\/.*\.(?:css|tsx?|js)$/, ["tests/unit/styles/custom-properties.test.ts"]],
  [/^(?:app|brand)\/.*\.css$/, ["tests/unit/styles/tokens.test.ts", "tests/unit/styles/headlines.test.ts"]],
  [/^server\/sandbox\/.*\.(?:ts|sql)$/, ["tests/unit/sandbox/sql.test.ts"]],
  [
    /^(?:docs\/contract|server\/wire)\//,
    [
      "tests/unit/sandbox/openapi.test.ts",
      "tests/unit/contract/document.test.ts",
      "tests/unit/sandbox/contract-refusals.test.ts",
      "tests/unit/conform/shape.test.ts",
    ],
  ],
  [/\.md$/, ["tests/unit/lint/docs.test.ts", "tests/unit/lint/references.test.ts"]],
  [/^\.oxlintrc\.json$|^tools\/lint\//, ["tests/unit/lint/lint.test.ts"]],
];
// Vitest follows imports only, and the locale files are loaded by a glob.
const sources = [
  ...changed
    .filter((file) => /^(?:app|server|tests)\/.*\.(?:tsx?|js|json)$/.test(file))
    .map((file) => (file.startsWith("app/i18n/locales/") ? "app/i18n/i18n.server.ts" : file)),
  ...readers.flatMap(([pattern, tests]) => (changed.some((file) => pattern.test(file)) ? tests : [])),
];

/** Number of test files that run within a minute with all other steps, for an import that every page has. */
const MOST_TEST_FILES = { unit: 30, routes: 6 };

function run(
  name: string,
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): boolean {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [join(projectRoot, "node_modules", program), ...args], {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return status === 0;
}

/** Runs the related tests of one project. One call per project, because Vitest orders files only within a project. */
const relatedTests = (project: "unit" | "routes") =>
  run(
    `${project} tests`,
    "vitest/vitest.mjs",
    [
      ...["related", "--run", "--bail=1", "--reporter=dot", "--passWithNoTests"],
      ...["--project", project, ...new Set(sources)],
    ],
    // Read by tests/kit/runner/nearest-first.ts.
    { CHANGED_FILES: sources.join("\n"), MOST_TEST_FILES: String(MOST_TEST_FILES[project]) },
  );

const buildInfo = join(projectRoot, "node_modules/.cache/check.tsbuildinfo");
const results = [
  run("types", "typescript-7/bin/tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", buildInfo]),
  code.length === 0 || run(`lint (${code.length} files)`, "oxlint/bin/oxlint", code),
  changed.length === 0 ||
    run("format", "oxfmt/bin/oxfmt", ["--check", "--no-error-on-unmatched-pattern", ...changed]),
  sources.length === 0 || (relatedTests("unit") && relatedTests("routes")),
];
console.log(`${changed.length} files differ from ${base}`);
process.exit(results.every(Boolean) ? 0 : 1);
