/**
 * Guests do not notice for a day that no site responds: the caches' clocks are moved. Only with
 * `npm run test:topology`.
 */
import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { hasNginx, hasVarnish } from "../../tools/run-tests/tools";
import { FakeSites, page } from "./cache-rules";
import { canMoveClocks, MovedClock } from "./moved-clock";
import { isLong, removeFolders, until } from "./machines";
import { startNginx } from "./nginx";
import { startVarnish } from "./varnish";

const HOUR = 60 * 60;

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe.skipIf(!isLong || !canMoveClocks)("a day without a site", () => {
  afterAll(removeFolders);

  it.each([
    ["Varnish", startVarnish, hasVarnish],
    ["nginx", startNginx, hasNginx],
  ])("%s sends the kept page for a day, and then no more", async (name, start, isThere) => {
    if (!isThere()) throw new Error(`There is no ${name} here.`);
    const clock = new MovedClock();
    const sites = new FakeSites();
    const cache = await start([await sites.listen(), await sites.listen()], clock.env);
    try {
      sites.cachePort = cache.port;
      sites.respond = page("kept");
      await until("the first page", async () => (await sites.get("/news/1")).text === "kept");
      sites.isReady = false;
      sites.respond = (req) => void req.socket.destroy();
      for (const hours of [1, 12, 23.9]) {
        clock.moveTo(hours * HOUR);
        const { status, text, headers } = await sites.get("/news/1");
        expect({ status, text }, `after ${hours} hours`).toEqual({ status: 200, text: "kept" });
        // The cache believes the moved clock: Varnish sends an Age, nginx its own Date.
        const seconds = Number(headers.age ?? (Date.parse(headers.date ?? "") - Date.now()) / 1000);
        expect(Math.abs(seconds / HOUR - hours)).toBeLessThan(0.1);
      }
      clock.moveTo(24.1 * HOUR);
      if ("pages" in cache) {
        // nginx counts the day from the last request, and looks every 10 s.
        clock.moveTo(48 * HOUR);
        await until("no pages", () => Promise.resolve(filesIn(cache.pages).length === 0), 20_000);
      }
      expect((await sites.get("/news/1")).status).toBe(503);
    } finally {
      await cache.stop();
      sites.close();
    }
  });
});
