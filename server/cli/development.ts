/**
 * The development server, the long-running part of `npm run dev`: listener and Vite. Vite loads the HTTP front like
 * the pages, with the production guard and headers. After a change a new front takes new requests and the old one
 * finishes its own; the store belongs to the process (singleton.ts).
 */
import { once } from "node:events";
import { createServer as createHub } from "node:http";
import { createServer as createListener, type Socket } from "node:net";
import { relative } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import closeWithGrace from "close-with-grace";
import { createServer as createVite } from "vite";
import { env } from "#server/config/env.server";
import type * as MetricsModule from "#server/http/metrics-server";
import type * as RemixModule from "#server/http/remix-handler";
import type * as SiteModule from "#server/compose/http-server";
import type * as SpellingModule from "#server/http/canonical-path";
import { exitOnStartError } from "#server/compose/start-error";
import { log } from "#server/observe/log.server";
import type * as TracingModule from "#server/observe/tracing.server";
import type * as TracerModule from "#server/observe/tracer.server";
import { projectRoot } from "./children";
import { errorPage, withErrorsShown } from "./development-error";

process.env["NODE_ENV"] ??= "development";

const config = env();
/** Vite's WebSocket server. Every front forwards upgrade requests to it. */
const hub = createHub();
const vite = await createVite({
  server: {
    middlewareMode: true,
    hmr: { server: hub },
    // Vite itself rejects other Host headers, for its WebSockets before the guard runs.
    allowedHosts: config.siteUrl ? [new URL(config.siteUrl).hostname] : [],
  },
  plugins: [
    {
      name: "soria:front",
      // Vite has invalidated the modules, but still uses them until the next event-loop turn.
      hotUpdate({ file }) {
        if (this.environment.name === "ssr") setTimeout(() => void renewFor(file), 20);
      },
    },
  ],
});
const load = async <Module>(file: string) => (await vite.ssrLoadModule(file)) as Module;
// From the module graph of the pages, which this file does not share.
const { startTracing } = await load<typeof TracingModule>("/server/observe/tracing.server.ts");
const { tracer } = await load<typeof TracerModule>("/server/observe/tracer.server.ts");
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

/** Replaces a front that cannot be loaded: shows the error. */
function broken(error: Error): SiteModule.Site {
  const server = createHub((_, res) => {
    const head = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", Refresh: "2" };
    // Closes the connection, so that the next request reaches the repaired front.
    res.writeHead(500, { ...head, Connection: "close" }).end(errorPage(error));
  });
  const retire = () => Promise.resolve({ cut: 0 });
  return { server, retire, close: retire };
}

let site: SiteModule.Site | undefined;
/** Module of the current front; a change of the front's code yields another module. */
let madeOf: unknown;

async function open(): Promise<SiteModule.Site> {
  const { openSite } = await load<typeof SiteModule>("/server/compose/http-server.ts");
  const { remix } = await load<typeof RemixModule>("/server/http/remix-handler.ts");
  return openSite(config, {
    files: vite.middlewares,
    pages: withErrorsShown(remix(build, "development"), (error) => vite.ssrFixStacktrace(error)),
    addresses: () => addresses,
    development: true,
  });
}

async function renew(file?: string): Promise<void> {
  const start = Date.now();
  const module = await load<unknown>("/server/compose/http-server.ts").catch((error: unknown) => error);
  if (module === madeOf) return;
  madeOf = module;
  const next = await open().catch((error: Error) => {
    vite.ssrFixStacktrace(error);
    // Vite has already logged a load error, with the source lines.
    if (error !== module) log.error({ err: error }, "the HTTP front cannot be opened");
    return broken(error);
  });
  next.server.on("upgrade", (...handshake) => hub.emit("upgrade", ...handshake));
  const before = site;
  site = next;
  if (!before) return;
  void before.retire();
  before.server.closeIdleConnections();
  if (!file) return;
  const what = `${relative(projectRoot, file)} (${Date.now() - start} ms)`;
  vite.config.logger.info(`a new HTTP front: ${what}`, { timestamp: true });
}

let renewing = Promise.resolve();
const renewFor = (file?: string) => (renewing = renewing.then(() => renew(file)));

await renewFor();
// A page module with an error must not end the server: the first page shows it, and a fix reloads it.
await build().catch((error: unknown) => log.error({ err: error }, "a module failed"));

const listener = createListener({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
  site?.server.emit("connection", socket),
);
listener.listen(config.port, config.host);
await once(listener, "listening").catch(exitOnStartError);
const { startBackgroundWork } = await load<typeof SiteModule>("/server/compose/http-server.ts");
startBackgroundWork();
const { serveMetrics } = await load<typeof MetricsModule>("/server/http/metrics-server.ts");
const metrics = await serveMetrics(config).catch(exitOnStartError);
log.info({ port: config.port }, "listening");

process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
closeWithGrace({ delay: 13_000, skip: ["unhandledRejection", "beforeExit"] }, async ({ err }) => {
  if (err) log.fatal({ err }, "unexpected end");
  listener.close();
  const closed = site?.close();
  site?.server.closeIdleConnections();
  await closed;
  metrics?.close();
  await tracer()?.stop(750);
  await vite.close();
});
