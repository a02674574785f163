/** The site's HTTP app on a free port, with a minimal Remix build. */
import { createServer, type Server } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { afterEach } from "vitest";
import { parseEnv } from "#server/config/env.server";
import { drainOf } from "#server/http/drain";
import { createApp } from "#server/http/app";
import { remix } from "#server/http/remix-handler";
import { closed, listening } from "../../kit/programs/listening";

/** Builds a minimal Remix build with one resource route that matches every URL. */
function buildOf(respond: (request: Request, context: unknown) => Promise<Response>): ServerBuild {
  const handle = ({ request, context }: { request: Request; context: unknown }) => respond(request, context);
  const root = { id: "root", path: "*", module: { loader: handle, action: handle } };
  return {
    mode: "test",
    entry: { module: { default: () => new Response("document") } },
    routes: { root },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    isSpaMode: false,
  } as unknown as ServerBuild;
}

/** Deadline of a drain, in ms. */
export const DRAIN_MS = 300;

/** An app without files, whose store is reachable. */
const plain: Parameters<typeof createApp>[0] = {
  env: parseEnv({ SESSION_SECRET: "x".repeat(32) }),
  files: (_req, _res, next) => next(),
  shed: (_req, _res, next) => next(),
  pages: (_req, _res, next) => next(),
  addresses: () => [],
  isHealthy: () => Promise.resolve(true),
};

/** Serves an app in place of that of `serving`. */
export function serveInstead(change: Partial<typeof plain>): void {
  server?.removeAllListeners("request");
  server?.on("request", createApp({ ...plain, ...change }));
}

/** Serves the app on a free port. */
export async function serving(
  respond: (request: Request, context: unknown) => Promise<Response>,
  variables: Record<string, string> = {},
) {
  const started = createServer();
  server = started;
  const drain = drainOf(started, DRAIN_MS, variables["TRUST_PROXY"] !== undefined);
  started.on(
    "request",
    createApp({
      ...plain,
      env: parseEnv({ SESSION_SECRET: "x".repeat(32), SANDBOX: "1", ...variables }),
      pages: remix(buildOf(respond), "test"),
      addresses: () => [
        ["support", "inquiry"],
        ["news", ":id"],
      ],
      isHealthy: () => Promise.resolve(!drain.isDraining),
    }),
  );
  return { origin: await listening(started), drain };
}

let server: Server | undefined;

/** Closes the server of `serving` after each test of the file. */
export function useServer(): void {
  afterEach(async () => {
    if (server) await closed(server);
    server = undefined;
  });
}

/** Leaves a server alone that the test has closed by itself. */
export function forgetServer(): void {
  server = undefined;
}
