import { createServer } from "node:http";
import { type Env, EnvError } from "#server/config/env.server";
import { startReconciler } from "#server/purchases/round.server";
import { startUploadSweeps } from "#server/uploads/disk-uploads.server";
import { drainBackground } from "#server/purchases/background-task.server";
import { redisConnection, sessionStore, storeIsWritable } from "#server/store/stores.server";
import { IDLE_MS, MOST_CONNECTIONS, serverOptions } from "#server/http/budgets";
import { respondToClientError } from "#server/http/client-error";
import { drainOf } from "#server/http/drain";
import { createApp, type FrontParts } from "#server/http/app";
import { overload } from "#server/http/overload";

/** Time for requests under way to finish after SIGTERM, in ms. The slowest API call can take 60 s. */
export const DRAIN_MS = 10_000;

export type SiteRuntime = Omit<FrontParts, "env" | "isHealthy" | "shed">;
export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts what the site does without a request. The process calls it once; the timers do not keep it alive. */
export function startBackgroundWork(): void {
  startReconciler();
  startUploadSweeps();
}

/** @throws EnvError when the configured Redis is unusable (a cluster) */
export async function openSite(config: Env, runtime: SiteRuntime) {
  if (await redisConnection()?.unusable()) {
    throw new EnvError(
      "SESSION_STORE_URL",
      "the address of a Redis Cluster",
      "one Redis server, or a primary behind Sentinel (redis+sentinel://)",
    );
  }
  const server = createServer(serverOptions);
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = IDLE_MS;
  server.on("clientError", respondToClientError);
  const { shed, isReady } = overload();

  const drain = drainOf(server, DRAIN_MS, config.trustedProxies.peers.length > 0);
  const front = createApp({
    env: config,
    ...runtime,
    shed,
    isHealthy: async (of) => {
      if (drain.isDraining) return false;
      if (of === "ready") return isReady();
      return of === "process" || storeIsWritable();
    },
  });
  server.on("request", front);
  return {
    server,
    /**
     * Stops accepting connections and waits for requests under way; `cut` is the number that did not finish. Then ends
     * background work and closes the store.
     */
    async close() {
      const ended = await drain.drain();
      await drainBackground(2_000);
      await sessionStore().close();
      return ended;
    },
  };
}
