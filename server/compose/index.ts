/** Entry point of the built site. In development it is server/cli/development.ts. */
import { once } from "node:events";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import closeWithGrace from "close-with-grace";
import { type Env, env } from "#server/config/env.server";
import { requireDataDir } from "#server/config/data-dir";
import { unreadVariables } from "#server/config/variables";
import { serveMetrics } from "#server/http/metrics-server";
import { remix } from "#server/http/remix-handler";
import { DRAIN_MS, type SiteRuntime, openSite, startBackgroundWork } from "./http-server";
import { routePatterns } from "#server/http/canonical-path";
import { exitOnStartError } from "./start-error";
import { previousAssetsFolder, staticFiles } from "#server/http/static-files";
import { log } from "#server/observe/log.server";
import { watchDescriptors } from "#server/observe/descriptors.server";
import { startTracing } from "#server/observe/tracing.server";
import { tracer } from "#server/observe/tracer.server";

/**
 * Maximum number of connections in the accept queue (the system's net.core.somaxconn may be lower). The system silently
 * drops connections past it; browsers then retry after 1, 3 and 7 s.
 */
const BACKLOG = 4_096;

/** Time to send the last spans, in ms: with DRAIN_MS and the background work less than the delay of closeWithGrace. */
const FLUSH_MS = 750;

async function built({ dataDir }: Env, folder: string, build: ServerBuild): Promise<SiteRuntime> {
  await access(join(folder, "client/assets"));
  const previousAssets = await previousAssetsFolder(join(folder, "client/assets"), join(dataDir, "assets"));
  const addresses = routePatterns(build.routes);
  return {
    files: staticFiles(join(folder, "client"), previousAssets),
    pages: remix(build, "production"),
    addresses: () => addresses,
  };
}

async function serve(config: Env, folder: string, build: ServerBuild): Promise<void> {
  await startTracing(config);
  const site = await openSite(config, await built(config, folder, build));
  startBackgroundWork();
  const { server } = site;
  server.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  await once(server, "listening");
  // A failed accept (no free file descriptor) loses one connection and must not end the process.
  server.on("error", (error) => log.error({ err: error }, "a connection could not be taken"));
  watchDescriptors();
  const metrics = await serveMetrics(config);
  const address = server.address();
  log.info({ port: typeof address === "object" ? address?.port : address }, "listening");

  // An unhandled rejection concerns one request and must not end the others.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  closeWithGrace(
    {
      delay: DRAIN_MS + 3_000,
      skip: ["unhandledRejection", "beforeExit"],
      logger: { error: (message: unknown) => log.error({ detail: String(message) }, "stopping") },
    },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, "unexpected end");
      else log.info({ signal }, "draining");
      const { cut } = await site.close();
      await tracer()?.stop(FLUSH_MS);
      metrics?.close();
      log.info({ cut }, "stopped");
    },
  );
}

/**
 * Starts the site from the folder of its build. An invalid variable ends the process with one line. The build is a
 * parameter, because importing it here would be a circle, which breaks Remix's hot updates in development.
 */
export async function start(folder: string, build: ServerBuild): Promise<void> {
  try {
    const config = env();
    if (!config.sessionStoreUrl) requireDataDir(config.dataDir);
    for (const line of unreadVariables(process.env)) process.stderr.write(`${line}\n`);
    await serve(config, folder, build);
  } catch (error) {
    exitOnStartError(error);
  }
}
