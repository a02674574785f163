/**
 * What any cache in front of the sites must do, in front of two servers of the test's own, which may do what no site
 * should. `CACHE_SEED` repeats the drawn requests.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { themeOfCookies } from "~/domain/theme";
import { guestPage } from "#server/protocol/cache-headers.server";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { chosenLanguage, offeredLanguage } from "#server/protocol/language.server";
import { random, seedOf } from "../kit/data/random";
import { ask } from "./varnish";

export const SEED = seedOf("CACHE_SEED");
const draw = random(SEED);
const one = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T;

type Respond = (req: IncomingMessage, res: ServerResponse) => void;
type Headers = Record<string, string | string[]>;

export const HOST = "soria.example";

interface KeyInput {
  method: string;
  origin: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/** Returns what a page for guests depends on; undefined when the response may be personal. */
function pageKeyOf({ method, origin, url, headers }: KeyInput) {
  if ((method !== "GET" && method !== "HEAD") || /[?&]_data=/.test(url)) return undefined;
  const { cookie = "" } = headers;
  if (hasSessionCookie(cookie)) return undefined;
  const offer = offeredLanguage({ url, headers });
  return { origin, url, lng: chosenLanguage(cookie), offer, theme: themeOfCookies(cookie) };
}

/** Two servers in place of sites. */
export class FakeSites {
  respond: Respond = page("ready");
  /** Requests that reached a server, without the probes. */
  reached: IncomingMessage[] = [];
  isReady = true;
  /** Port of the cache in front. */
  cachePort = 0;
  readonly #servers: Server[] = [];
  #paths = 0;

  async listen(): Promise<number> {
    const server = createServer((req, res) => {
      if (req.url === "/healthz?of=ready") {
        res.writeHead(this.isReady ? 200 : 503).end();
        return;
      }
      this.reached.push(req);
      this.respond(req, res);
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  close(): void {
    for (const server of this.#servers) server.close().closeAllConnections();
  }

  /** Sends a request through the cache. */
  readonly get = (path: string, headers: Headers = {}) =>
    ask(this.cachePort, path, { Host: HOST, ...headers });

  /** Returns a path that no test has asked for. */
  readonly fresh = () => `/news/${(this.#paths += 1)}`;
}

/** Creates a responder with a page that is the same for all guests, or has other headers. */
export function page(text: string, headers: Record<string, string> = guestPage): Respond {
  return (_req, res) => void res.writeHead(200, { "Content-Type": "text/html", ...headers }).end(text);
}

const LANGUAGES = [undefined, "ImphIg%3D%3D", "ImVuIg%3D%3D", "ImtvIg==", "InpoIg%3D%3D"];
const THEMES = [undefined, "paper", "night", "system"];
/** Cookies that no page sets, some of which the site reads as a language all the same (`"en"` without its quotes). */
const ODD = ["lng=rubbish", "lng=ZW4=", "lng=rubbish; lng=ImVuIg==", "theme=nightly", "xlng=ImVuIg%3D%3D"];
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

function guestHeaders(odd?: string): Headers {
  const [lng, theme, accepted] = [one(LANGUAGES), one(THEMES), one(ACCEPTED)];
  const cookies = [
    `scripts=${Math.floor(draw() * 1e6)}`,
    ...(lng ? [`lng=${lng}`] : []),
    ...(theme ? [`theme=${theme}`] : []),
    ...(odd ? [odd] : []),
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

/** Registers the tests of the rules that all caches share. */
export function testCacheRules(sites: FakeSites): void {
  it("sends a guest's page from the cache", async () => {
    const path = sites.fresh();
    sites.reached = [];
    sites.respond = page("a page");
    for (let n = 0; n < 5; n += 1)
      expect(await sites.get(path)).toMatchObject({ status: 200, text: "a page" });
    expect(sites.reached).toHaveLength(1);
  });

  it("keeps one copy for what a page is rendered of, and sends no guest another's", async () => {
    const path = sites.fresh();
    const copies = new Set<string>();
    sites.respond = (req, res) => page(JSON.stringify(keyOf(path, req.headers)))(req, res);
    sites.reached = [];
    let odd = 0;
    for (let n = 0; n < 300; n += 1) {
      const isOdd = draw() < 0.1;
      if (isOdd) odd += 1;
      const headers = guestHeaders(isOdd ? one(ODD) : undefined);
      const expected = JSON.stringify(keyOf(path, headers));
      const { text } = await sites.get(path, headers);
      // A cache may ignore an odd cookie, but must not give others what the site makes of it.
      if (isOdd) continue;
      copies.add(expected);
      expect(text, `CACHE_SEED=${SEED} ${JSON.stringify(headers)}`).toBe(expected);
    }
    expect(sites.reached.length).toBeGreaterThan(10);
    // A cache may also pass a request with an odd cookie.
    expect(sites.reached.length).toBeLessThanOrEqual(copies.size + odd);
  });

  it("never keeps what a member or one guest got, even when a site marks it public", async () => {
    const names = ["soria", "soria-guest", "__Host-soria", "__Host-soria-guest"];
    const shared = Array.from({ length: 6 }, sites.fresh);
    // Marks responses to a session, and those that set a cookie, with what is theirs alone.
    sites.respond = (req, res) => {
      const marker = /soria(?:-guest)?\s*=\s*(marker-\d+)/.exec(req.headers.cookie ?? "")?.[1];
      const isSetting = req.url?.includes("lng=") || draw() < 0.1;
      const own = isSetting ? `${marker ?? ""} marker-set-${sites.reached.length}` : (marker ?? "for all");
      const headers = isSetting ? { ...guestPage, "Set-Cookie": `soria-guest=${own}` } : guestPage;
      page(own, one([headers, headers, { ...headers, "Cache-Control": "private, no-store" }]))(req, res);
    };
    let members = 0;
    for (let n = 0; n < 600; n += 1) {
      const path = one(shared);
      const before = sites.reached.length;
      if (draw() < 0.5) {
        const marker = `marker-${n}`;
        const cookie = `${one(names)}${one(["", " "])}=${one(["", " "])}${marker}`;
        const others = ["theme=night", "scripts=1"];
        const Cookie = one([
          [...others, cookie],
          [cookie, ...others],
          [others.join("; "), cookie].join(one(["; ", ";", " ;  "])),
        ]);
        const { text } = await sites.get(path, { Cookie });
        expect(text, `CACHE_SEED=${SEED} ${JSON.stringify(Cookie)}`).toContain(marker);
        expect(sites.reached.length).toBe(before + 1);
        members += 1;
      } else {
        const { text, headers } = await sites.get(path, guestHeaders(draw() < 0.1 ? one(ODD) : undefined));
        const isOwn = sites.reached.length > before && text.includes(`marker-set-${sites.reached.length}`);
        expect(isOwn || text === "for all", `CACHE_SEED=${SEED} request ${n}: ${text}`).toBe(true);
        if (sites.reached.length === before) expect(headers["set-cookie"]).toBeUndefined();
      }
    }
    expect(members).toBeGreaterThan(200);
  });

  it("passes what changes a language or is data for a browser", async () => {
    for (const query of ["?lng=ko", "?a=1&lng=en", "?_data=routes%2Fnews"]) {
      const path = sites.fresh() + query;
      sites.reached = [];
      sites.respond = page("mine", { "Cache-Control": guestPage["Cache-Control"] });
      for (let n = 0; n < 3; n += 1) await sites.get(path, { Cookie: "scripts=1" });
      expect(sites.reached, query).toHaveLength(3);
      expect(sites.reached[0]?.headers.cookie).toBe("scripts=1");
    }
  });

  it("gives a page that is for one visitor every cookie of theirs", async () => {
    const path = sites.fresh();
    sites.respond = (req, res) =>
      page(req.headers.cookie ?? "none", { "Cache-Control": "private, no-store" })(req, res);
    for (const Cookie of ["scripts=1; theme=night", "scripts=2", "scripts=1; theme=night"])
      expect((await sites.get(path, { Cookie })).text).toBe(Cookie);
  });

  it("passes a POST to a site once", async () => {
    const path = sites.fresh();
    sites.reached = [];
    sites.respond = (_req, res) => void res.writeHead(500).end("failed");
    const { status } = await ask(sites.cachePort, path, { Host: HOST, "Content-Length": "0" }, "POST");
    expect(status).toBe(500);
    expect(sites.reached).toHaveLength(1);
  });
}
