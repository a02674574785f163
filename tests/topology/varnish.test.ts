/**
 * The shipped Varnish configuration (deploy/varnish) in front of two servers of the test's own, which may do what no
 * site should. `varnish-sites.test.ts` has it in front of real sites. `VARNISH_SEED` repeats the drawn requests.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageKeyOf } from "#server/http/shared-page-cache";
import { guestPage } from "#server/protocol/cache-headers.server";
import { random } from "../setup/random";
import { hasVarnish } from "../setup/tools";
import { removeFolders } from "./machines";
import { ask, PURGE_SECRET, startVarnish, type Varnish } from "./varnish";

const SEED = Number(process.env["VARNISH_SEED"] ?? Math.floor(Math.random() * 1e9));
const draw = random(SEED);
const one = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T;

type Respond = (req: IncomingMessage, res: ServerResponse) => void;
let respond: Respond;
/** Requests that reached a server, without the probes. */
let reached: IncomingMessage[] = [];
let isReady = true;
const servers: Server[] = [];
let varnish: Varnish;

async function listen(): Promise<number> {
  const server = createServer((req, res) => {
    if (req.url === "/healthz?of=ready") {
      res.writeHead(isReady ? 200 : 503).end();
      return;
    }
    reached.push(req);
    respond(req, res);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const HOST = "soria.example";
const get = (path: string, headers: Record<string, string | string[]> = {}) =>
  ask(varnish.port, path, { Host: HOST, ...headers });
const page =
  (text: string, headers: Record<string, string> = guestPage): Respond =>
  (_req, res) =>
    void res.writeHead(200, { "Content-Type": "text/html", ...headers }).end(text);
let paths = 0;
/** A path that no test has asked for. */
const fresh = () => `/news/${(paths += 1)}`;

const LANGUAGES = [undefined, "ImphIg%3D%3D", "ImVuIg%3D%3D", "ImtvIg==", "InpoIg%3D%3D", "rubbish"];
const THEMES = [undefined, "paper", "night", "system", "nightly"];
const ACCEPTED = [
  undefined,
  "ja",
  "ja-JP,ja;q=0.9,en-US;q=0.8",
  "en-GB,en;q=0.9",
  "fr-FR,fr;q=0.9,ko;q=0.8,en;q=0.7",
  "zh-TW,zh;q=0.9",
  "fr",
  "*",
];

function guestHeaders(): Record<string, string | string[]> {
  const [lng, theme, accepted] = [one(LANGUAGES), one(THEMES), one(ACCEPTED)];
  const cookies = [
    `scripts=${Math.floor(draw() * 1e6)}`,
    ...(lng ? [`lng=${lng}`] : []),
    ...(theme ? [`theme=${theme}`] : []),
  ].sort(() => draw() - 0.5);
  return {
    Cookie: draw() < 0.3 ? cookies : cookies.join("; "),
    ...(accepted && { "Accept-Language": accepted }),
  };
}

const keyOf = (path: string, headers: Record<string, string | string[] | undefined>) => {
  const {
    Cookie,
    cookie = Cookie,
    "Accept-Language": accepted,
    "accept-language": seen = accepted,
  } = headers;
  const joined = Array.isArray(cookie) ? cookie.join("; ") : cookie;
  return pageKeyOf({
    method: "GET",
    origin: "",
    url: path,
    headers: { ...(joined && { cookie: joined }), ...(seen && { "accept-language": String(seen) }) },
  });
};

describe.skipIf(!hasVarnish())("Varnish with the shipped configuration", () => {
  beforeAll(async () => {
    console.log(`VARNISH_SEED=${SEED}`);
    respond = page("ready");
    varnish = await startVarnish([await listen(), await listen()]);
    while ((await get("/ready")).status !== 200) reached = [];
  });
  afterAll(async () => {
    await varnish.stop();
    for (const server of servers) server.close().closeAllConnections();
    removeFolders();
  });

  it("sends a guest's page from the cache", async () => {
    const path = fresh();
    reached = [];
    respond = page("a page");
    for (let n = 0; n < 5; n += 1) expect(await get(path)).toMatchObject({ status: 200, text: "a page" });
    expect(reached).toHaveLength(1);
  });

  it("keeps one copy for what a page is rendered of, and sends no guest another's", async () => {
    const path = fresh();
    const copies = new Set<string>();
    respond = (req, res) => page(JSON.stringify(keyOf(path, req.headers)))(req, res);
    reached = [];
    for (let n = 0; n < 300; n += 1) {
      const headers = guestHeaders();
      const expected = JSON.stringify(keyOf(path, headers));
      copies.add(expected);
      const { text } = await get(path, headers);
      expect(text, `VARNISH_SEED=${SEED} ${JSON.stringify(headers)}`).toBe(expected);
    }
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.length).toBeLessThanOrEqual(copies.size);
  });

  it("never keeps what a member or one guest got, even when a site marks it public", async () => {
    const names = ["soria", "soria-guest", "__Host-soria", "__Host-soria-guest"];
    const shared = Array.from({ length: 6 }, fresh);
    // Marks responses to a session, and those that set a cookie, with what is theirs alone.
    respond = (req, res) => {
      const marker = /soria(?:-guest)?\s*=\s*(marker-\d+)/.exec(req.headers.cookie ?? "")?.[1];
      const isSetting = req.url?.includes("lng=") || draw() < 0.1;
      const own = isSetting ? `${marker ?? ""} marker-set-${reached.length}` : (marker ?? "for all");
      const headers = isSetting ? { ...guestPage, "Set-Cookie": `soria-guest=${own}` } : guestPage;
      page(own, one([headers, headers, { ...headers, "Cache-Control": "private, no-store" }]))(req, res);
    };
    let members = 0;
    for (let n = 0; n < 600; n += 1) {
      const path = one(shared);
      const before = reached.length;
      if (draw() < 0.5) {
        const marker = `marker-${n}`;
        const cookie = `${one(names)}${one(["", " "])}=${one(["", " "])}${marker}`;
        const others = ["theme=night", "scripts=1"];
        const Cookie = one([
          [...others, cookie],
          [cookie, ...others],
          [others.join("; "), cookie].join(one(["; ", ";", " ;  "])),
        ]);
        const { text } = await get(path, { Cookie });
        expect(text, `VARNISH_SEED=${SEED} ${JSON.stringify(Cookie)}`).toContain(marker);
        expect(reached.length).toBe(before + 1);
        members += 1;
      } else {
        const { text, headers } = await get(path, guestHeaders());
        const isOwn = reached.length > before && text.includes(`marker-set-${reached.length}`);
        expect(isOwn || text === "for all", `VARNISH_SEED=${SEED} request ${n}: ${text}`).toBe(true);
        if (reached.length === before) expect(headers["set-cookie"]).toBeUndefined();
      }
    }
    expect(members).toBeGreaterThan(200);
  });

  it("passes what changes a language or is data for a browser", async () => {
    for (const query of ["?lng=ko", "?a=1&lng=en", "?_data=routes%2Fnews"]) {
      const path = fresh() + query;
      reached = [];
      respond = page("mine", { "Cache-Control": guestPage["Cache-Control"] });
      for (let n = 0; n < 3; n += 1) await get(path, { Cookie: "scripts=1" });
      expect(reached, query).toHaveLength(3);
      expect(reached[0]?.headers.cookie).toBe("scripts=1");
    }
  });

  it("asks again with every cookie of the visitor when a page turns out to be for one visitor", async () => {
    const path = fresh();
    reached = [];
    respond = (req, res) =>
      page(req.headers.cookie ?? "none", { "Cache-Control": "private, no-store" })(req, res);
    expect((await get(path, { Cookie: "scripts=1; theme=night" })).text).toBe("scripts=1; theme=night");
    expect((await get(path, { Cookie: "scripts=2" })).text).toBe("scripts=2");
    expect(reached).toHaveLength(3);
  });

  it("passes a POST to a site once, and refuses unknown methods", async () => {
    const path = fresh();
    reached = [];
    respond = (_req, res) => void res.writeHead(500).end("failed");
    expect((await ask(varnish.port, path, { Host: HOST, "Content-Length": "0" }, "POST")).status).toBe(500);
    expect(reached).toHaveLength(1);
    expect((await ask(varnish.port, path, { Host: HOST }, "PROPFIND")).status).toBe(405);
    expect(reached).toHaveLength(1);
  });

  it("removes all copies of an address on PURGE with the secret alone", async () => {
    const path = fresh();
    const both: Record<string, string>[] = [{}, { Cookie: "theme=night" }];
    respond = page("old");
    for (const headers of both) await get(path, headers);
    respond = page("new");
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

  it("sends the kept page while sites respond with errors, and the site's own error page without one", async () => {
    const path = fresh();
    respond = page("kept", {
      ...guestPage,
      "Cache-Control": guestPage["Cache-Control"].replace("s-maxage=5", "s-maxage=1"),
    });
    await get(path);
    respond = (_req, res) => void res.writeHead(503, { "Retry-After": "7" }).end("the site's own");
    const until = Date.now() + 2_000;
    while (Date.now() < until) expect(await get(path)).toMatchObject({ status: 200, text: "kept" });
    expect(await get(fresh())).toMatchObject({
      status: 503,
      text: "the site's own",
      headers: { "retry-after": "7" },
    });
  });

  it("sends kept pages when no site is ready, and says so with Retry-After for others", async () => {
    const path = fresh();
    respond = page("kept");
    await get(path);
    isReady = false;
    respond = (req) => void req.socket.destroy();
    while ((await get(fresh())).headers["content-type"] !== "text/html; charset=utf-8");
    expect(await get(path)).toMatchObject({ status: 200, text: "kept" });
    const { status, headers, text } = await get(fresh());
    expect({ status, wait: headers["retry-after"] }).toEqual({ status: 503, wait: "5" });
    for (const lng of ["ja", "en", "ko", "zh"]) expect(text).toContain(`lang="${lng}"`);
    expect((await get("/healthz?of=ready")).status).toBe(200);
    expect((await get(path, { Cookie: "soria=x" })).status).toBe(503);
  });
});
