/**
 * `npm run test:brand -- [options]`: builds another brand (BRAND_DIR, else tests/brand/lumen) in a copy of this
 * checkout and runs the tests of every screen on it: names, axe at two widths, contrast over pictures by day and by
 * night.
 *
 * Options: --sheets only photographs it (contact-sheets.ts has further options); others go to Playwright.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { makeBuildOfBrand } from "../../tests/kit/programs/other-build";

const [first, ...rest] = process.argv.slice(2);
const command =
  first === "--sheets"
    ? ["--import", "tsx", "tools/sheets/contact-sheets.ts", ...rest]
    : [
        join(projectRoot, "node_modules/.bin/playwright"),
        "test",
        "--project=scripts",
        "tests/e2e/brand.spec.ts",
        "tests/e2e/images-on/contrast.spec.ts",
        ...process.argv.slice(2),
      ];

const { root, brand } = makeBuildOfBrand(process.env["BRAND_DIR"] || "tests/brand/lumen");
try {
  const { status } = spawnSync(process.execPath, command, {
    cwd: projectRoot,
    stdio: "inherit",
    env: { CONTRAST: "all", ...process.env, SITE_ROOT: root, BRAND_DIR: brand },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
