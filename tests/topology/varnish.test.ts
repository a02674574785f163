/**
 * The shipped Varnish configuration (deploy/varnish) in front of two servers of the test's own. `varnish-sites.test.ts`
 * has it in front of real sites.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guestPage } from "#server/protocol/cache-headers.server";
import { hasVarnish } from "../../tools/run-tests/tools";
import { FakeSites, HOST, page, SEED, testCacheRules } from "./cache-rules";
import { removeFolders, until } from "./machines";
import { ask, PURGE_SECRET, startVarnish, type Varnish } from "./varnish";

const sites = new FakeSites();
const { get, fresh } = sites;
let varnish: Varnish;
/** Headers of a page that is kept for a second. */
const shortPage = {
  ...guestPage,
  "Cache-Control": guestPage["Cache-Control"].replace("s-maxage=5", "s-maxage=1"),
};

describe.skipIf(!hasVarnish())("Varnish with the shipped configuration", () => {
  beforeAll(async () => {
    console.log(`CACHE_SEED=${SEED}`);
    varnish = await startVarnish([await sites.listen(), await sites.listen()]);
    sites.cachePort = varnish.port;
    while ((await get("/ready")).status !== 200) sites.reached = [];
  });
  afterAll(async () => {
    await varnish.stop();
    sites.close();
    removeFolders();
  });

  testCacheRules(sites);

  it("requests a page again with all cookies when the response is for one visitor only", async () => {
    const path = fresh();
    sites.reached = [];
    sites.respond = page("mine", { "Cache-Control": "private, no-store" });
    await get(path, { Cookie: "scripts=1; theme=night" });
    expect(sites.reached.map(({ headers }) => headers.cookie)).toEqual([
      "theme=night",
      "scripts=1; theme=night",
    ]);
    await get(path, { Cookie: "scripts=2" });
    expect(sites.reached).toHaveLength(3);
  });

  it("refuses unknown methods", async () => {
    sites.reached = [];
    expect((await ask(varnish.port, fresh(), { Host: HOST }, "PROPFIND")).status).toBe(405);
    expect(sites.reached).toHaveLength(0);
  });

  it("removes all copies of an address on PURGE with the secret alone", async () => {
    const path = fresh();
    const both: Record<string, string>[] = [{}, { Cookie: "theme=night" }];
    sites.respond = page("old");
    for (const headers of both) await get(path, headers);
    sites.respond = page("new");
    const purge = (headers: Record<string, string>) =>
      ask(varnish.port, path, { Host: HOST, ...headers }, "PURGE");
    const wrong: Record<string, string>[] = [
      {},
      { "X-Purge-Secret": "" },
      { "X-Purge-Secret": `${PURGE_SECRET}x` },
      { "X-Soria-Expected": "" },
    ];
    for (const secret of wrong) {
      expect((await purge(secret)).status).toBe(403);
      for (const headers of both) expect((await get(path, headers)).text).toBe("old");
    }
    expect((await purge({ "X-Purge-Secret": PURGE_SECRET })).status).toBe(200);
    for (const headers of both) expect((await get(path, headers)).text).toBe("new");
  });

  it("sends a removed page at most once more after s-maxage", async () => {
    const path = fresh();
    sites.respond = page("old", shortPage);
    await get(path);
    sites.respond = (_req, res) =>
      void res.writeHead(404, { "Cache-Control": "private, no-store" }).end("removed");
    await pause(1_200);
    await get(path);
    await until("the removal", async () => (await get(path)).status === 404, 1_000);
  });

  it("sends the kept page while sites respond with errors, and the site's own error page without one", async () => {
    const path = fresh();
    sites.respond = page("kept", shortPage);
    await get(path);
    sites.respond = (_req, res) => void res.writeHead(503, { "Retry-After": "7" }).end("the site's own");
    const end = Date.now() + 2_000;
    while (Date.now() < end) expect(await get(path)).toMatchObject({ status: 200, text: "kept" });
    expect(await get(fresh())).toMatchObject({
      status: 503,
      text: "the site's own",
      headers: { "retry-after": "7" },
    });
  });

  it("sends kept pages when no site is ready, and says so with Retry-After for others", async () => {
    const path = fresh();
    sites.respond = page("kept");
    await get(path);
    sites.isReady = false;
    sites.respond = (req) => void req.socket.destroy();
    while ((await get(fresh())).headers["content-type"] !== "text/html; charset=utf-8");
    expect(await get(path)).toMatchObject({ status: 200, text: "kept" });
    const { status, headers, text } = await get(fresh());
    expect({ status, wait: headers["retry-after"] }).toEqual({ status: 503, wait: "5" });
    for (const lng of ["ja", "en", "ko", "zh"]) expect(text).toContain(`lang="${lng}"`);
    expect((await get("/healthz?of=ready")).status).toBe(200);
    expect((await get(path, { Cookie: "soria=x" })).status).toBe(503);
  });
});
