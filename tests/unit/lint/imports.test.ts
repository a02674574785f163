/** Each rule of .dependency-cruiser.js rejects an import that violates it (docs/decisions/0017-imports.md). */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/cli/children";
import { layers } from "../../../.dependency-cruiser.js";

interface Finding {
  from: string;
  to: string;
  rule: { name: string };
}

const folder = mkdtempSync(join(tmpdir(), "soria-imports-"));
afterAll(() => rmSync(folder, { recursive: true }));

let findings: Finding[] = [];

/** Each folder imports one of the next layer. The two features import each other. */
const upward = layers.flatMap((layer, n) =>
  layer.flatMap((from) => (layers[n + 1] ?? []).map((to) => [`server/${from}`, `server/${to}`] as const)),
);
/** Other forbidden imports, with the name of the rule. */
const others: [from: string, to: string, rule: string][] = [
  ["server/uploads", "server/purchases", "server/uploads imports only lower layers"],
  ["server/http", "server/utils", "every folder of server/ has a layer"],
  ["server/http", "server/sandbox", "the site never imports the sandbox"],
  ["server/http", "tools/lint", "only tests import tools"],
  ["server/http", "contract/calls", "the site never imports the contract"],
  ["app/routes/store/item", "server/http", "routes do not know the front"],
  ["app/routes/store/item", "server/web", "only the server entry renders"],
  ["app/routes/store/item", "app/routes/store/home", "app/routes/store/item imports no other route folder"],
  ["app/components/list", "app/routes/store/home", "components import domain and i18n only"],
  ["app/domain/money", "app/components/list", "domain imports nothing"],
];
const allowed = [
  ["server/http", "server/session"],
  ["server/purchases", "server/forms"],
  ["app/routes/store/item", "server/api"],
] as const;

beforeAll(() => {
  for (const file of [".dependency-cruiser.js", "tsconfig.json", "package.json"]) {
    cpSync(join(projectRoot, file), join(folder, file));
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  const pairs = [...upward, ...others, ...allowed];
  pairs.forEach(([from, to], n) => {
    const [importing, imported] = [join(folder, from, `from-${n}.ts`), join(folder, to, `to-${n}.ts`)];
    mkdirSync(dirname(importing), { recursive: true });
    mkdirSync(dirname(imported), { recursive: true });
    const up = "../".repeat(from.split("/").length);
    writeFileSync(importing, `export { a } from "${up}${to}/to-${n}";`);
    writeFileSync(imported, "export const a = 1;");
  });
  mkdirSync(join(folder, "tests"), { recursive: true });
  let output: string;
  try {
    output = execFileSync("npx", ["depcruise", "--output-type", "json", "app", "server"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 50e6,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    // The exit code is the number of errors found.
    output = (error as { stdout: string }).stdout;
  }
  findings = (JSON.parse(output) as { summary: { violations: Finding[] } }).summary.violations;
}, 60_000);

const rulesOf = (from: string, to: string) =>
  findings
    .filter((one) => one.from.startsWith(`${from}/from-`) && one.to.startsWith(`${to}/to-`))
    .map(({ rule }) => rule.name);

test.each(upward)("%s may not import %s, a higher layer", (from, to) => {
  expect(rulesOf(from, to)).toEqual([`${from} imports only lower layers`]);
});

test.each(others)("%s may not import %s", (from, to, rule) => {
  expect(rulesOf(from, to)).toContain(rule);
});

test.each(allowed)("%s may import %s", (from, to) => {
  expect(rulesOf(from, to)).toEqual([]);
});

test("lists every folder of server/ once", () => {
  const present = readdirSync(join(projectRoot, "server"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(present.toSorted()).toEqual([...layers.flat(), "sandbox"].toSorted());
});
