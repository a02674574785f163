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

/** Requests under way may take this long to end after SIGTERM; the slowest call of the API takes up to 60 s. */
export const DRAIN_MS = 10_000;

/** The parts that differ between the built site and development. */
export interface SiteRuntime {
  files: RequestHandler;
  pages: RequestHandler;
  addresses: () => Patterns;
  development: boolean;
}

export interface Site {
  /** Does not listen yet. */
  server: Server;
  /** Takes nothing new and lets requests under way end; `cut` is the number of those that did not. */
  retire: () => Promise<{ cut: number }>;
  /** That, and ends what goes on beside requests, and the store. */
  close: () => Promise<{ cut: number }>;
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

/** @throws EnvError when what is configured can never work */
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
