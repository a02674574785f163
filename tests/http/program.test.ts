/** The program of the built site without a part of its build. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";

it.each([
  ["its modules", ["site.js"]],
  ["what browsers load", ["site.js", "server"]],
])("says in one line that the build is not whole without %s", (_, parts) => {
  const folder = mkdtempSync(join(tmpdir(), "soria-build-"));
  try {
    mkdirSync(join(folder, "build"));
    for (const part of parts) {
      cpSync(join(projectRoot, "build", part), join(folder, "build", part), { recursive: true });
    }
    symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
    cpSync(join(projectRoot, "package.json"), join(folder, "package.json"));
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
