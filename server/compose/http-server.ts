import { createServer, type Server } from "node:http";
import type { RequestHandler } from "express";
import { type Env, EnvError } from "#server/config/env.server";
import { drainBackground } from "#server/purchases/background-task.server";
import { redisConnection, sessionStore, storeIsWritable } from "#server/store/stores.server";
import { serverOptions } from "#server/http/budgets";
import { handleWithinBounds } from "#server/http/connections";
import { drainOf } from "#server/http/drain";
import { createApp } from "#server/http/app";
import { readiness } from "#server/http/readiness";
import type { Patterns } from "#server/http/canonical-path";

/** Time for requests under way to finish after SIGTERM, in ms. The slowest API call can take 60 s. */
export const DRAIN_MS = 10_000;

export interface SiteRuntime {
  files: RequestHandler;
  pages: RequestHandler;
  addresses: () => Patterns;
  development: boolean;
}

export interface Site {
  server: Server;
  /** Stops accepting connections and waits for requests under way; `cut` is the number that did not finish. */
  retire: () => Promise<{ cut: number }>;
  /** Calls `retire`, then ends background work and closes the store. */
  close: () => Promise<{ cut: number }>;
}

/** @throws EnvError when the configured Redis is unusable (a cluster) */
export async function openSite(config: Env, runtime: SiteRuntime): Promise<Site> {
  if (await redisConnection()?.unusable()) {
    throw new EnvError(
      "SESSION_STORE_URL",
      "the address of a Redis Cluster",
      "one Redis server, or a primary behind Sentinel (redis+sentinel://)",
    );
  }
  const server = createServer(serverOptions);

  const drain = drainOf(server, DRAIN_MS, config.trustProxy > 0);
  const front = createApp({
    env: config,
    ...runtime,
    isHealthy: async (of) => {
      if (drain.isDraining) return false;
      if (of === "ready") return readiness.isReady();
      return of === "process" || storeIsWritable();
    },
  });
  handleWithinBounds(server, front, { isBehindProxy: config.trustProxy > 0 });
  return {
    server,
    retire: () => drain.drain(),
    async close() {
      const ended = await drain.drain();
      await drainBackground(2_000);
      await sessionStore().close();
      return ended;
    },
  };
}
