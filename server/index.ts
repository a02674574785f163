import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import closeWithGrace from "close-with-grace";
import type { RequestHandler } from "express";
import type { ViteDevServer } from "vite";
import { type Env, env, EnvError } from "#server/env.server";
import { handleWithinBounds } from "#server/http/connections";
import { drainOf } from "#server/http/drain";
import { besideAtRest } from "#server/purchases/beside.server";
import { makeFront } from "#server/http/front";
import { serveMetrics } from "#server/http/metrics-server";
import { keptAssets } from "#server/http/kept-assets";
import { remix } from "#server/http/remix";
import { patternsOf, type Patterns } from "#server/http/spelling";
import { staticFiles } from "#server/http/static-files";
import { log } from "#server/observe/log.server";
import { redisConnection, sessionStore, storeIsWritable } from "#server/session/stores.server";

/** Requests under way may take this long to end after SIGTERM; the slowest call of the API takes up to 60 s. */
const DRAIN_MS = 10_000;

/**
 * Connections that may wait to be taken in one turn of the event loop (the system may allow fewer: net.core.somaxconn).
 * Past it the system drops what comes, without a word, and a visitor's browser tries again after a second, three, seven.
 */
const BACKLOG = 4_096;

const isBuilt = import.meta.url.endsWith("/build/site.js");
process.env["NODE_ENV"] ??= isBuilt ? "production" : "development";

/** The parts that differ between the built site and development. */
interface Mode {
  files: RequestHandler;
  pages: RequestHandler;
  addresses: () => Patterns;
  close: () => Promise<void>;
}

async function built({ dataDir }: Env): Promise<Mode> {
  const folder = fileURLToPath(new URL("../build/", import.meta.url));
  const kept = await keptAssets(join(folder, "client/assets"), join(dataDir, "assets"));
  // The path is put together here so that the bundle does not swallow the Remix build.
  const build = (await import(pathToFileURL(join(folder, "server/index.js")).href)) as ServerBuild;
  const addresses = patternsOf(build.routes);
  return {
    files: staticFiles(join(folder, "client"), kept),
    pages: remix(build, "production"),
    addresses: () => addresses,
    close: () => Promise.resolve(),
  };
}

/** Vite within the same front: the same guard and headers, hot reload over the same port. */
async function development(server: Server): Promise<Mode> {
  const { createServer: createVite } = await import("vite");
  const vite: ViteDevServer = await createVite({ server: { middlewareMode: true, hmr: { server } } });
  let addresses: Patterns = [];
  const build = async () => {
    const current = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
    addresses = patternsOf(current.routes);
    return current;
  };
  const { withErrorsShown } = await import("#server/http/development-error");
  // A module that cannot be loaded must not end the server, which would miss its mending: the first page shows it.
  await build().catch((error: unknown) => log.error({ err: error }, "a module failed"));
  return {
    files: vite.middlewares,
    pages: withErrorsShown(remix(build, "development"), (error) => vite.ssrFixStacktrace(error)),
    addresses: () => addresses,
    close: () => vite.close(),
  };
}

/** @throws EnvError in one line, where the Redis that was found can never be used */
async function refuseCluster(): Promise<void> {
  if (await redisConnection()?.unusable()) {
    throw new EnvError(
      "SESSION_STORE_URL",
      "the address of a Redis Cluster",
      "one Redis server, or a primary behind Sentinel (redis+sentinel://)",
    );
  }
}

async function start(config: Env): Promise<void> {
  await refuseCluster();
  const server = createServer();
  // Long enough for an attachment on a slow line, short enough that nobody holds connections for nothing.
  server.requestTimeout = 120_000;
  server.headersTimeout = 15_000;
  // Longer than the 60 s after which common load balancers let go of an idle connection.
  server.keepAliveTimeout = 65_000;

  const { files, pages, addresses, close } = await (isBuilt ? built(config) : development(server));
  const drain = drainOf(server, DRAIN_MS, config.trustProxy > 0);
  const front = makeFront({
    env: config,
    files,
    pages,
    addresses,
    isHealthy: async (of) => !drain.isDraining && (of === "process" || (await storeIsWritable())),
    development: !isBuilt,
  });
  handleWithinBounds(server, front);

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: config.port, backlog: BACKLOG }, resolve);
  });
  // A connection that could not be taken (no file descriptor is free) is that visitor's loss, not the process's end.
  server.on("error", (error) => log.error({ err: error }, "a connection could not be taken"));
  const metricsServer = await serveMetrics(config);
  const address = server.address();
  log.info({ port: typeof address === "object" ? address?.port : address }, "listening");

  // A promise that nobody awaited concerns one request; it must not take the others with it.
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
      const { cut } = await drain.drain();
      metricsServer?.close();
      await besideAtRest(2_000);
      await Promise.all([close(), sessionStore().close()]);
      log.info({ cut }, "stopped");
    },
  );
}

try {
  await start(env());
} catch (error) {
  process.exitCode = 1;
  if (error instanceof EnvError) process.stderr.write(`${error.message}\n`);
  else if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    const { port } = error as { port?: number };
    const name = port === env().metricsPort ? "METRICS_PORT" : "PORT";
    process.stderr.write(`${name} has ${port}; wants a port that no other program uses.\n`);
  } else throw error;
  process.exit();
}
