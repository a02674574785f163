/**
 * The cache of the shipped nginx configuration in front of two servers of the test's own. Only with
 * `npm run test:topology`: it waits until kept pages are old.
 */
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guestPage } from "#server/protocol/cache-headers.server";
import { hasNginx } from "../../tools/run-tests/tools";
import { FakeSites, page, SEED, testCacheRules } from "./cache-rules";
import { isLong, removeFolders, until } from "./machines";
import { type Nginx, startNginx } from "./nginx";

const sites = new FakeSites();
const { get, fresh } = sites;
let nginx: Nginx;
/** s-maxage, and what nginx's clock of whole seconds may add. */
const EXPIRED_MS = 6_500;
const REVALIDATE_MS = 15_000;

describe.skipIf(!isLong || !hasNginx())("nginx with the shipped configuration", () => {
  beforeAll(async () => {
    console.log(`CACHE_SEED=${SEED}`);
    nginx = await startNginx([await sites.listen(), await sites.listen()]);
    sites.cachePort = nginx.port;
  });
  afterAll(async () => {
    await nginx.stop();
    sites.close();
    removeFolders();
  });

  testCacheRules(sites);

  it("keeps a copy for each encoding that a site sends", async () => {
    const path = fresh();
    sites.respond = (req, res) => page(String(req.headers["accept-encoding"]))(req, res);
    for (const [accepted, sent] of [
      ["gzip, deflate, br", "gzip"],
      ["br", "br"],
      ["br, gzip;q=0", "br"],
      ["gzip;q=0", "undefined"],
      ["identity", "undefined"],
    ] as const)
      for (const request of ["first", "second"])
        expect((await get(path, { "Accept-Encoding": accepted })).text, request).toBe(sent);
  });

  it("keeps nothing but what a site marks as the same for all guests", async () => {
    const { "Cache-Control": own, ...others } = guestPage;
    for (const value of [
      undefined,
      "private, max-age=30",
      "no-store",
      "public, max-age=60",
      `private, ${own}`,
    ]) {
      const path = fresh();
      sites.reached = [];
      sites.respond = page("mine", value === undefined ? others : { ...others, "Cache-Control": value });
      for (let n = 0; n < 2; n += 1) await get(path);
      expect(sites.reached, value).toHaveLength(2);
    }
  });

  it("sends an old page while it fetches the new one, and only for stale-while-revalidate", async () => {
    const [changed, removed, unseen] = [fresh(), fresh(), fresh()];
    sites.respond = page("old");
    for (const path of [changed, removed, unseen]) await get(path);
    sites.respond = (req, res) =>
      req.url === removed ? void res.writeHead(404).end("removed") : page("new")(req, res);
    for (const path of [changed, removed]) expect((await get(path)).text).toBe("old");
    await pause(EXPIRED_MS);
    for (const path of [changed, removed]) expect((await get(path)).text).toBe("old");
    await until("the new page", async () => (await get(changed)).text === "new", 2_000);
    await pause(REVALIDATE_MS);
    expect(await get(removed)).toMatchObject({ status: 404, text: "removed" });
    expect((await get(unseen)).text).toBe("new");
  });

  it("removes the copies of one address, or all, when their files are deleted", async () => {
    const [path, other] = [fresh(), fresh()];
    const both: Record<string, string>[] = [{}, { Cookie: "theme=night" }];
    sites.respond = page("old");
    for (const headers of both) await get(path, headers);
    await get(other);
    sites.respond = page("new");
    // The command of docs/caching.md.
    execFileSync("sh", ["-c", `grep -rlaF "${path}|" ${nginx.pages} | xargs -r rm`]);
    for (const headers of both) expect((await get(path, headers)).text).toBe("new");
    expect((await get(other)).text).toBe("old");
    execFileSync("find", [nginx.pages, "-type", "f", "-delete"]);
    expect((await get(other)).text).toBe("new");
  });

  it("sends the kept page while sites respond with errors or not at all, and 503 for others", async () => {
    const path = fresh();
    sites.respond = page("kept");
    await get(path);
    await pause(EXPIRED_MS + REVALIDATE_MS);
    sites.respond = (_req, res) => void res.writeHead(503, { "Retry-After": "7" }).end("the site's own");
    expect(await get(path)).toMatchObject({ status: 200, text: "kept" });
    expect(await get(fresh())).toMatchObject({
      status: 503,
      text: "the site's own",
      headers: { "retry-after": "7" },
    });
    sites.respond = (req) => void req.socket.destroy();
    for (let n = 0; n < 5; n += 1) expect(await get(path)).toMatchObject({ status: 200, text: "kept" });
    const { status, headers, text } = await get(fresh());
    expect({ status, wait: headers["retry-after"] }).toEqual({ status: 503, wait: "5" });
    for (const lng of ["ja", "en", "ko", "zh"]) expect(text).toContain(`lang="${lng}"`);
    expect((await get(path, { Cookie: "soria=x" })).status).toBe(503);
  });
});
