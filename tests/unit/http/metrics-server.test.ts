import type { Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env, parseEnv } from "#server/config/env.server";
import { serveMetrics } from "#server/http/metrics-server";
import { freePort } from "../../kit/programs/redis-server";

let server: Server | undefined;
let port = 0;
beforeEach(async () => {
  port = await freePort();
  env().metricsPort = port;
});
afterEach(async () => {
  delete env().metricsPort;
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const variables = (more: Record<string, string> = {}) =>
  parseEnv({ SESSION_SECRET: "x".repeat(32), METRICS_PORT: String(port), ...more });
const status = (host: string, path = "/metrics") =>
  fetch(`http://${host}:${port}${path}`).then(
    async (response) => [response.status, (await response.text()).includes("soria_limited_total")],
    () => "nobody there",
  );

test("without METRICS_HOST the metrics are answered to this machine's own address alone", async () => {
  server = await serveMetrics(variables());
  expect(server?.address()).toMatchObject({ address: "127.0.0.1" });
  expect(await status("127.0.0.1")).toEqual([200, true]);
  expect(await status("127.0.0.1", "/other")).toEqual([404, false]);
  expect(await status("[::1]")).toBe("nobody there");
});

test.each(["0.0.0.0", "::1"])("METRICS_HOST=%s is where they are answered", async (host) => {
  server = await serveMetrics(variables({ METRICS_HOST: host }));
  expect(server?.address()).toMatchObject({ address: host });
  expect(await status(host === "::1" ? "[::1]" : "127.0.0.1")).toEqual([200, true]);
});

test("without METRICS_PORT there are none", async () => {
  delete env().metricsPort;
  expect(await serveMetrics(parseEnv({ SESSION_SECRET: "x".repeat(32) }))).toBeUndefined();
});
