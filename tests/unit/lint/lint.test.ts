/**
 * Runs the linter on invalid code: one example for each rule of the project (tools/lint/lint-rules.js) and for each
 * plugin and kind of rule in oxlint. An update that drops one fails here (docs/decisions/0026-oxlint.md).
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/cli/children";

/** By rule: the name and content of a file that violates it. */
const wrong: Record<string, [file: string, code: string]> = {
  // Rules of the project.
  "soria(import-exists)": ["app/lost.ts", 'import "./nowhere.css";'],
  "soria(effect-returns-nothing)": [
    "app/effect.tsx",
    `import { useEffect } from "react";
     export function A() { useEffect(() => document.body.scrollIntoView()); return null; }`,
  ],
  "soria(server-import-named-server)": ["app/server.ts", 'export { log } from "#server/log";'],
  "soria(no-css-class-locator)": [
    "tests/e2e/class.ts",
    'export const f = (page: { locator(a: string): number }) => page.locator("main .card");',
  ],
  "soria(clock-module)": ["server/time.ts", "export const day = () => [Date.now, new Date()];"],
  "soria(field-in-use)": [
    "app/components/field.tsx",
    `export const A = ({ to }: { to: string }) => <input key={to} aria-label="a" />;`,
  ],
  "soria(field-in-use) by a default": [
    "app/components/default.tsx",
    `export const A = ({ to }: { to: string }) => <textarea defaultValue={to} aria-label="a" />;`,
  ],
  "soria(field-in-use) by a value": [
    "app/routes/value.ts",
    "export const f = (field: HTMLInputElement) => { field.value = ''; };",
  ],
  "soria(field-in-use) by a reset": [
    "app/routes/reset.ts",
    "export const f = (form: HTMLFormElement) => { form.reset(); };",
  ],
  "soria(measured-verdict)": [
    "tests/unit/slow.test.ts",
    `import { expect, it } from "vitest";
     it("is fast", () => {
       const began = performance.now();
       expect(performance.now() - began).toBeLessThan(50);
     });`,
  ],
  "soria(measured-verdict) of a name": [
    "tests/faults/named.test.ts",
    `import { expect, it } from "vitest";
     async function ask() { const began = Date.now(); return { ms: Date.now() - began }; }
     it("is fast", async () => { const { ms } = await ask(); expect([200, ms < 10]).toEqual([200, true]); });`,
  ],
  "soria(measured-verdict) of memory": [
    "tests/http/memory.test.ts",
    `import { expect, it } from "vitest";
     const used = () => process.memoryUsage().rss / 1024;
     it("is small", () => { const grown = used() - 5; expect(grown).not.toBeGreaterThan(20); });`,
  ],
  "soria(measured-verdict) of the processor, polled": [
    "tests/e2e/cpu.spec.ts",
    `import { expect, test } from "@playwright/test";
     test("is idle", async () => { await expect.poll(() => process.cpuUsage().user).toBeLessThan(20); });`,
  ],
  "soria(no-sleep)": [
    "tests/unit/sleep.test.ts",
    `import { setTimeout as pause } from "node:timers/promises";
     export const f = async () => { await pause(100); };`,
  ],
  "soria(no-sleep) by a timer": [
    "tests/routes/timer.test.ts",
    "export const f = async () => { await new Promise((resolve) => setTimeout(resolve, 5)); };",
  ],
  "soria(no-sleep) of a page": [
    "tests/e2e/page.spec.ts",
    "export const f = (page: { waitForTimeout: (ms: number) => Promise<void> }) => page.waitForTimeout(5);",
  ],
  // Rules that need types.
  "typescript(await-thenable)": ["server/await.ts", "export async function f() { await 1; }"],
  "typescript(no-floating-promises)": ["tests/floating.ts", "export function f() { Promise.resolve(1); }"],
  "typescript(no-misused-promises)": [
    "app/misused.ts",
    "export const f = (a: number[]) => a.forEach(async (b) => { await Promise.resolve(b); });",
  ],
  "typescript(switch-exhaustiveness-check)": [
    "server/switch.ts",
    'export function f(a: "b" | "c") { switch (a) { case "b": return 1; } return 2; }',
  ],
  // Rules that need no types.
  "eslint(no-undef)": ["app/undef.mjs", "export const a = nobody;"],
  "eslint(no-console)": ["app/console.ts", "console.log(1); export {};"],
  "eslint(no-unused-vars)": ["app/unused.ts", "const a = 1; export {};"],
  "eslint(eqeqeq)": ["app/equal.ts", "export const f = (a: string, b: string) => a == b;"],
  "import(no-duplicates)": [
    "app/twice.ts",
    'import { readFile } from "node:fs";\nimport { writeFile } from "node:fs";\nexport { readFile, writeFile };',
  ],
  "typescript(consistent-type-imports)": [
    "app/type.ts",
    'import { Stats } from "node:fs"; export const f = (a: Stats) => a;',
  ],
  "typescript(no-explicit-any)": ["app/any.ts", "export const f = (a: any) => 1 + a;"],
  "eslint(no-restricted-imports)": ["app/link.ts", 'export { Link } from "@remix-run/react";'],
  "react-hooks(exhaustive-deps)": [
    "app/deps.tsx",
    `import { useMemo } from "react";
     export function A({ b }: { b: number }) { return useMemo(() => b + 1, []); }`,
  ],
  "react-hooks(rules-of-hooks)": [
    "app/hooks.tsx",
    `import { useState } from "react";
     export function A({ b }: { b: boolean }) { if (b) { useState(1); } return null; }`,
  ],
  "jsx-a11y(alt-text)": ["app/alt.tsx", 'export const A = () => <img src="/a.png" />;'],
  "jsx-a11y(no-static-element-interactions)": [
    "app/static.tsx",
    "export const A = () => <div onClick={() => undefined} onKeyDown={() => undefined} />;",
  ],
};

/** Code that no rule may report. */
const good: Record<string, string> = {
  "app/good.ts": "export const a = 1;",
  "app/components/hidden.tsx":
    'export const A = ({ to }: { to: string }) => <input key={to} type="hidden" value={to} />;',
  // Browser code has no other clock, and a date from a given time reads no clock.
  "app/components/clock.ts": "export const at = Date.now();",
  "server/given-time.ts": "export const date = (ms: number) => new Date(ms);",
  // A bench measures; a test may report what it measures, and judge counts and times that are given.
  "tests/bench/fast.ts":
    'import { expect } from "vitest"; const began = performance.now(); expect(performance.now() - began).toBeLessThan(5);',
  "tests/unit/report.test.ts": `import { expect } from "vitest";
     const began = performance.now();
     const answer = { status: 200, ms: performance.now() - began };
     console.log(answer.ms);
     expect(answer.status).toBeLessThan(400);
     expect(Date.parse("2026-01-01") - 5).toBeGreaterThan(3);`,
  // File times come from the machine's clock.
  "server/uploads/disk-uploads.server.ts": "export const at = Date.now();",
};

const folder = mkdtempSync(join(tmpdir(), "soria-lint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = new Map<string, string[]>();
beforeAll(async () => {
  for (const file of [
    ".oxlintrc.json",
    "tools/lint/lint-rules.js",
    "tools/lint/test-rules.js",
    "tsconfig.json",
    "package.json",
  ]) {
    cpSync(join(projectRoot, file), join(folder, file));
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  for (const [file, code] of [...Object.values(wrong), ...Object.entries(good)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const report = await new Promise<string>((resolve) =>
    execFile("node_modules/.bin/oxlint", ["--format", "json"], { cwd: folder }, (_error, stdout) => {
      resolve(stdout);
    }),
  );
  const { diagnostics } = JSON.parse(report) as { diagnostics: { filename: string; code: string }[] };
  for (const { filename, code } of diagnostics) {
    found.set(filename, [...(found.get(filename) ?? []), code]);
  }
});

test.each(Object.entries(wrong))("%s", (rule, [file]) => {
  expect(found.get(file)).toContain(rule.split(" ")[0]);
});

test.each(Object.keys(good))("reports nothing in %s", (file) => {
  expect(found.get(file)).toBeUndefined();
});
