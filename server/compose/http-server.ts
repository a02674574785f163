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

/** Parts that differ between the built site and development. */
export interface SiteRuntime {
  files: RequestHandler;
  pages: RequestHandler;
  addresses: () => Patterns;
  development: boolean;
}

export interface Site {
  /** Not listening yet. */
  server: Server;
  /**
   * Stops accepting connections and waits for requests under way; `cut` is the number of requests that did not finish.
   */
  retire: () => Promise<{ cut: number }>;
  /** Calls `retire`, then ends background work and closes the store. */
  close: () => Promise<{ cut: number }>;
}

/** @throws EnvError when the configured Redis is unusable (a cluster) */
async function refuseCluster(): Promise<void> {
  if (await redisConnection()?.unusable()) {
    throw new EnvError(
      "SESSION_STORE_URL",
      "the address of a Redis Cluster",
      "one Redis server, or a primary behind Sentinel (redis+sentinel://)",
    );
  }
}

/** @throws EnvError when the configuration cannot work */
export async function openSite(config: Env, { development, ...parts }: SiteRuntime): Promise<Site> {
  await refuseCluster();
  const server = createServer(serverOptions);

  const drain = drainOf(server, DRAIN_MS, config.trustProxy > 0);
  const front = createApp({
    env: config,
    ...parts,
    isHealthy: async (of) => {
      if (drain.isDraining) return false;
      if (of === "ready") return readiness.isReady();
      return of === "process" || storeIsWritable();
    },
    development,
  });
  handleWithinBounds(server, front, { isBehindProxy: config.trustProxy > 0 });
  const retire = () => drain.drain();
  const close = async () => {
    const ended = await retire();
    await drainBackground(2_000);
    await sessionStore().close();
    return ended;
  };
  return { server, retire, close };
}
