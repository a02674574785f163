/** The site's bundle includes its packages (server/cli/build.ts). Each package left external slows down every start. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";

it("asks for three packages by name: one is in machine code, one starts threads of its own, one comes when it is wanted", () => {
  const parts = readdirSync(join(projectRoot, "build/site")).filter((file) => file.endsWith(".js"));
  expect(parts.length).toBeGreaterThan(1);
  const asked = ["site.js", ...parts.map((file) => `site/${file}`)]
    .flatMap((file) => {
      const code = readFileSync(join(projectRoot, "build", file), "utf8");
      return [...code.matchAll(/^import\b[^;"]*"([^."][^"]*)";$|\bimport\("([^."][^"]*)"\)/gm)];
    })
    .map(([, always, later]) => always ?? later ?? "")
    .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
  expect([...new Set(asked)].sort()).toEqual(["libsql", "pino", "redis"]);
});

it.each([
  ["its modules", ["site.js"]],
  ["what browsers load", ["site.js", "site"]],
])("says in one line that the build is not whole without %s", (_, parts) => {
  const folder = mkdtempSync(join(tmpdir(), "soria-build-"));
  try {
    mkdirSync(join(folder, "build"));
    for (const part of parts) {
      cpSync(join(projectRoot, "build", part), join(folder, "build", part), { recursive: true });
    }
    symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["build/site.js"], {
      cwd: folder,
      encoding: "utf8",
      env: { NODE_ENV: "production", PORT: "0", SANDBOX: "1", DATA_DIR: join(folder, "data") },
      timeout: 30_000,
    });
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^The build is not whole: .*\. Run npm ci and npm run build\.\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
