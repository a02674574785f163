/** Sites that send traces, and requests of a visitor behind a proxy. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "#server/cli/children";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";

/** Address of the visitor. */
export const ADDRESS = "203.0.113.77";

/** Headers of a visitor behind a proxy. */
export const browser = { "X-Forwarded-For": ADDRESS, Accept: "text/html" };

/** Id of the proxy's trace. */
export const PROXY_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** Id of the proxy's span. */
export const PROXY_SPAN = "00f067aa0ba902b7";

/** Headers of a visitor whose proxy has begun a trace. */
export const proxied = { ...browser, traceparent: `00-${PROXY_TRACE}-${PROXY_SPAN}-01` };

const SDK = "node_modules/@opentelemetry/sdk-trace/";

/** Starts a site that writes the modules that it loads to a file. */
export async function siteWith(
  env: Record<string, string>,
): Promise<{ running: RunningSite; stop: () => Promise<void>; loaded: () => string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "soria-traces-"));
  const file = join(folder, "loaded");
  const preloaded = pathToFileURL(join(projectRoot, "tests/kit/programs/loaded-modules.mjs")).href;
  writeFileSync(file, "");
  const running = await startSite({
    dataDir: folder,
    env: { NODE_OPTIONS: `--import=${preloaded}`, LOADED_MODULES: file, ...env },
  });
  const stop = async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { running, stop, loaded: () => readFileSync(file, "utf8").trim().split("\n") };
}

/** Returns the loaded modules of OpenTelemetry's SDK. */
export const withSdk = (loaded: string[]) => loaded.filter((url) => url.includes(SDK));

/** Returns a client of the site's sandbox. */
export const clientOf = ({ sandbox }: RunningSite) => new SandboxClient(sandbox?.origin ?? "");
