/** Before the browser tests: builds when needed, starts one site with its sandbox for all of them; stops both after. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reasonToBuild } from "#server/cli/build-age";
import { projectRoot } from "#server/cli/children";
import { startSite } from "./site";

export default async function globalSetup(): Promise<() => Promise<void>> {
  if (reasonToBuild(projectRoot)) {
    execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
      cwd: projectRoot,
      stdio: "inherit",
    });
  }
  const running = await startSite();
  // The workers inherit it.
  process.env["SORIA_E2E_SITE"] = running.site.origin;
  process.env["SORIA_E2E_SANDBOX"] = running.sandbox?.origin;
  return async () => {
    const logs = join(projectRoot, "test-results");
    mkdirSync(logs, { recursive: true });
    writeFileSync(join(logs, "site.log"), running.site.output());
    writeFileSync(join(logs, "sandbox.log"), running.sandbox?.output() ?? "");
    await running.stop();
  };
}
