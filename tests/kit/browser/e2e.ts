/**
 * Global setup of the browser tests: builds if needed, starts one site with its sandbox for all tests, and stops
 * both. With BASE_URL it does neither, and the tests run against that site.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reasonToBuild } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";
import { seedOf } from "../data/random";
import { checkRunning, runningSite } from "../programs/running-site";
import { patient, startSite } from "../programs/site";

export default async function globalSetup(): Promise<() => Promise<void>> {
  // Workers inherit this seed, so that all of them use the same sample.
  process.env["STAGE_SEED"] = String(seedOf("STAGE_SEED"));
  const running = runningSite();
  return running ? useRunning(running) : startOwn();
}

async function useRunning(
  running: NonNullable<ReturnType<typeof runningSite>>,
): Promise<() => Promise<void>> {
  console.log((await checkRunning(running)).join("\n"));
  process.env["SORIA_E2E_SITE"] = running.site;
  if (running.sandbox) process.env["SORIA_E2E_SANDBOX"] = running.sandbox;
  return () => Promise.resolve();
}

async function startOwn(): Promise<() => Promise<void>> {
  if (!process.env["SITE_ROOT"] && reasonToBuild(projectRoot)) {
    execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
      cwd: projectRoot,
      stdio: "inherit",
    });
  }
  const logs = join(projectRoot, "test-results");
  mkdirSync(logs, { recursive: true });
  const running = await startSite({ env: patient });
  const siteLog = join(logs, "site.log");
  writeFileSync(siteLog, running.site.output());
  running.site.child.stdout?.on("data", (chunk: Buffer) => appendFileSync(siteLog, chunk));
  process.env["SORIA_E2E_SITE"] = running.site.origin;
  process.env["SORIA_E2E_SANDBOX"] = running.sandbox?.origin;
  process.env["SORIA_E2E_LOG"] = siteLog;
  return async () => {
    writeFileSync(join(logs, "sandbox.log"), running.sandbox?.output() ?? "");
    await running.stop();
  };
}
