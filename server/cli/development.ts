/**
 * The development server, the long-running part of `npm run dev`: Vite, and the HTTP front with the production guard
 * and headers, which Vite loads like the pages. After a change the next request gets a new front; the store belongs to
 * the process (singleton.ts).
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import closeWithGrace from "close-with-grace";
import { createServer as createVite } from "vite";
import { exitOnStartError } from "#server/compose/start-error";
import type * as SiteModule from "#server/compose/http-server";
import { env } from "#server/config/env.server";
import type * as AppModule from "#server/http/app";
import type * as SpellingModule from "#server/http/canonical-path";
import type * as MetricsModule from "#server/http/metrics-server";
import type * as RemixModule from "#server/http/remix-handler";
import { log } from "#server/observe/log.server";
import type * as TracerModule from "#server/observe/tracer.server";
import type * as TracingModule from "#server/observe/tracing.server";
import type * as StoresModule from "#server/store/stores.server";
import { errorPage, withErrorsShown } from "./development-error";

process.env["NODE_ENV"] ??= "development";

const config = env();
const server = createServer((req, res) => {
  front().then(
    (app) => app(req, res),
    (error: Error) => {
      vite.ssrFixStacktrace(error);
      log.error({ err: error }, "the HTTP front cannot be loaded");
      const head = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", Refresh: "2" };
      res.writeHead(500, head).end(errorPage(error));
    },
  );
});
const vite = await createVite({
  server: {
    middlewareMode: true,
    hmr: { server },
    // Vite itself rejects other Host headers, for its WebSockets before the guard runs.
    allowedHosts: config.siteUrl ? [new URL(config.siteUrl).hostname] : [],
  },
});
/** Loads a module from the graph of the pages, which this file does not share; a changed one is evaluated again. */
const load = async <Module>(file: string) => (await vite.ssrLoadModule(file)) as Module;

const { startTracing } = await load<typeof TracingModule>("/server/observe/tracing.server.ts");
await startTracing(config);

let addresses: SpellingModule.Patterns = [];
async function build(): Promise<ServerBuild> {
  const [current, { routePatterns }] = await Promise.all([
    load<ServerBuild>("virtual:remix/server-build"),
    load<typeof SpellingModule>("/server/http/canonical-path.ts"),
  ]);
  addresses = routePatterns(current.routes);
  return current;
}

let latest: { module: unknown; app: RequestListener } | undefined;

/** Returns the front of the current sources: another one when a module of the last one has changed. */
async function front(): Promise<RequestListener> {
  const module = await load<typeof AppModule>("/server/http/app.ts");
  if (latest?.module === module) return latest.app;
  const { remix } = await load<typeof RemixModule>("/server/http/remix-handler.ts");
  const { storeIsWritable } = await load<typeof StoresModule>("/server/store/stores.server.ts");
  const app = module.createApp({
    env: config,
    files: vite.middlewares,
    pages: withErrorsShown(remix(build, "development"), (error) => vite.ssrFixStacktrace(error)),
    shed: (_req, _res, next) => next(),
    addresses: () => addresses,
    isHealthy: storeIsWritable,
    development: true,
  });
  if (latest) vite.config.logger.info("a new HTTP front", { timestamp: true });
  latest = { module, app };
  return app;
}

// A module with an error must not end the server: the first page shows it, and a fix reloads it.
await Promise.all([front(), build()]).catch((error: unknown) => log.error({ err: error }, "a module failed"));

server.listen(config.port, config.host);
await once(server, "listening").catch(exitOnStartError);
const { startBackgroundWork } = await load<typeof SiteModule>("/server/compose/http-server.ts");
startBackgroundWork();
const { serveMetrics } = await load<typeof MetricsModule>("/server/http/metrics-server.ts");
const metrics = await serveMetrics(config).catch(exitOnStartError);
log.info({ port: config.port }, "listening");

process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
closeWithGrace({ delay: 13_000, skip: ["unhandledRejection", "beforeExit"] }, async ({ err }) => {
  if (err) log.fatal({ err }, "unexpected end");
  server.close();
  metrics?.close();
  const { tracer } = await load<typeof TracerModule>("/server/observe/tracer.server.ts");
  await tracer()?.stop(750);
  const { sessionStore } = await load<typeof StoresModule>("/server/store/stores.server.ts");
  await sessionStore().close();
  await vite.close();
});
