/** Host names given by a visitor: in Host, in forwarded headers, in the request line. */
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { draw } from "../../kit/data/sample";
import type { SiteResponse, Client } from "./client";
import { Target } from "./site";

const evil = "evil.example";
/** Pages that contain the site's name: canonical links, feeds, the sitemap, redirects, error pages. */
const paths = [
  "/",
  "/news",
  "/news/1",
  "/sitemap.xml",
  "/robots.txt",
  "/news/feed.xml",
  "/nowhere",
  "/sign-out",
];
paths.push(
  "/my-page",
  "/store",
  "/support",
  "/wpdnif?token=x",
  "/dao/suggestions/19/voting.ics",
  "/dao/votes.ics",
  "/favicon.ico",
  "/healthz",
);

const forwarded: Record<string, string>[] = [
  { "X-Forwarded-Host": evil },
  { "X-Forwarded-Host": `${evil}:443, localhost` },
  { "X-Forwarded-Host": `localhost, ${evil}` },
  { "X-Forwarded-Proto": "https" },
  { "X-Forwarded-Proto": "javascript" },
  { "X-Forwarded-Port": "6666" },
  { "X-Forwarded-Server": evil },
  { "X-Forwarded-Prefix": `//${evil}` },
  { Forwarded: `host=${evil};proto=https;for=6.6.6.6` },
  { "X-Host": evil },
  { "X-Original-URL": "/my-page" },
  { "X-Rewrite-URL": `//${evil}` },
  { "X-HTTP-Method-Override": "DELETE" },
  { "X-Real-IP": "6.6.6.6" },
  { "X-Forwarded-For": "6.6.6.6" },
  { "CF-Connecting-IP": "6.6.6.6", "True-Client-IP": "6.6.6.6", "X-Client-IP": "6.6.6.6" },
  { "X-Request-Id": "evil-request-id" },
];

const traces = /evil|:6666|6\.6\.6\.6/;

/** Returns all headers and the body of a response. */
const said = ({ headers, text }: SiteResponse) => JSON.stringify(headers) + text;

let target: Target | undefined;
const started = () => {
  if (!target) throw new Error("No site runs.");
  return target;
};

async function wallet(client: Client, headers: Record<string, string> = {}): Promise<SiteResponse> {
  const fields = { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", chainId: "1" };
  return client.post("/sign-in/wallet-message", fields, headers);
}

describe("without a proxy", () => {
  beforeAll(async () => {
    target = await Target.start({ RATE_LIMIT_FACTOR: "0.1" });
  });
  afterAll(() => started().stop());

  it("forwarded headers change nothing", async () => {
    const client = started().client();
    const { isDrawn, told } = draw("ATTACKS", 3);
    let tried = 0;
    for (const path of paths) {
      const { status, headers } = await client.get(path);
      for (const extra of forwarded.filter(isDrawn)) {
        const response = await client.get(path, extra);
        tried += 1;
        expect([response.status, response.headers.location], `${path} ${JSON.stringify(extra)}`).toEqual([
          status,
          headers.location,
        ]);
        expect(said(response), `${path} ${JSON.stringify(extra)}`).not.toMatch(traces);
        for (const cookie of response.cookies) expect(cookie).not.toMatch(/Secure|Domain=/i);
        expect(response.headers["strict-transport-security"]).toBeUndefined();
      }
    }
    const message = (await wallet(client, { "X-Forwarded-Host": evil, "X-Forwarded-Proto": "https" })).text;
    expect(message).toContain(new URL(started().origin).host);
    expect(message).not.toMatch(traces);
    console.log(`forwarded headers without a proxy (${told}): ${tried + 1}, none believed`);
  });

  it("are no way around a rate limit", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const client = started().client();
      const from = `203.0.113.${n}`;
      const headers = {
        "X-Forwarded-For": from,
        "X-Real-IP": from,
        Forwarded: `for=${from}`,
        "CF-Connecting-IP": from,
      };
      const { status } = await client.post(
        "/sign-in",
        { email: "nobody@soria.test", password: "x" },
        headers,
      );
      statuses.push(status);
    }
    // The limit is three per minute with this factor; the wallet's message above counts as the first.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  });

  it("another Host is not answered, and nobody is led there", async () => {
    const client = started().client();
    const { port } = new URL(started().origin);
    const hosts = [
      evil,
      `${evil}:${port}`,
      `localhost.${evil}`,
      `localhost@${evil}`,
      `localhost:${port}@${evil}`,
    ];
    hosts.push(
      `localhost:${port}/${evil}`,
      `localhost#${evil}`,
      `localhost?${evil}`,
      "localhost:99999",
      "localhost:x",
    );
    hosts.push(
      "0.0.0.0",
      "[::ffff:127.0.0.1]",
      "127.0.0.2",
      "192.168.0.1",

      "localhost,evil.example",
      "xn--evil",
    );
    let refused = 0;
    for (const host of hosts) {
      for (const path of ["/", "/my-page", "/sitemap.xml"]) {
        const response = await client.get(path, { Host: host });
        expect([400, 421], `${host}${path}`).toContain(response.status);
        expect(said(response)).not.toMatch(/evil/);
        expect(response.headers.location).toBeUndefined();
        refused += 1;
      }
    }
    console.log(`foreign Hosts: ${refused}, all refused`);
  });

  it("request lines in absolute form lead nowhere else, and broken ones are refused", async () => {
    const { port, host } = new URL(started().origin);
    const lines: [string, string][] = [
      [`GET http://${evil}/ HTTP/1.1`, host],
      [`GET http://${host}/news HTTP/1.1`, host],
      [`GET https://${evil}/my-page HTTP/1.1`, host],
      [`GET //${evil}/ HTTP/1.1`, host],
      [`GET ${evil}:443 HTTP/1.1`, host],
      [`CONNECT ${evil}:443 HTTP/1.1`, host],
      [`OPTIONS * HTTP/1.1`, host],
      [`GET / HTTP/1.1`, `${host}\r\nHost: ${evil}`],
      [`GET /\\${evil} HTTP/1.1`, host],
      [`GET /my-page HTTP/1.1`, `${host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3`],
      [
        `POST /sign-in HTTP/1.1`,
        `${host}\r\nContent-Length: 3\r\nContent-Length: 4\r\nOrigin: http://${host}`,
      ],
      [`GET / HTTP/1.1`, `${host}\r\nX: a\r\n b`],
      [`TRACE / HTTP/1.1`, `${host}\r\nMax-Forwards: 0`],
      [`GET / HTTP/9.9`, host],
      [`GET / HTTP/1.1`, ""],
    ];
    for (const [line, hostHeader] of lines) {
      const reply = await spoken(Number(port), `${line}\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`);
      const [head = "", body = ""] = reply.split("\r\n\r\n");
      expect(head, line).not.toMatch(/^HTTP\/1\.1 5\d\d/);
      expect(/^location: .*/im.exec(head)?.[0] ?? "", line).not.toMatch(/evil|\/\//);
      expect(body, line).not.toMatch(/(?:href|src|action|content)="[^"]*evil/);
    }
    console.log(`request lines: ${lines.length}, none led elsewhere`);
  });
});

describe("behind one proxy", () => {
  afterEach(async () => {
    await target?.stop();
    target = undefined;
  });

  it("trusts the proxy's headers for its own name only, and the last address of X-Forwarded-For without its port", async () => {
    const site = "https://www.soria.test";
    target = await Target.start({
      TRUST_PROXY: "loopback",
      SITE_URL: site,
      SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
      RATE_LIMIT_FACTOR: "0.1",
    });
    const proxied = { Host: "www.soria.test", "X-Forwarded-Proto": "https" };
    const client = target.client(proxied);
    const { isDrawn, told } = draw("ATTACKS", 3);
    let tried = 0;
    for (const path of paths) {
      for (const extra of forwarded.filter(isDrawn)) {
        const response = await client.get(path, extra);
        tried += 1;
        const name = `${path} ${JSON.stringify(extra)}`;
        const isRenamed = extra["X-Forwarded-Host"]?.startsWith(evil) && path !== "/healthz";
        if (isRenamed) expect(response.status, name).toBe(421);
        else expect(response.status, name).toBeLessThan(500);
        // The request id of the proxy is kept, to correlate its log with the site's.
        if (!extra["X-Request-Id"]) expect(said(response), name).not.toMatch(traces);
        expect(response.headers.location ?? "/", name).toMatch(/^\/(?!\/)|^https:\/\/www\.soria\.test\//);
        for (const cookie of response.cookies) {
          expect(cookie).toMatch(/; Secure/);
          expect(cookie).not.toMatch(/Domain=/i);
        }
      }
    }
    const sitemap = await client.get("/sitemap.xml", { "X-Forwarded-Proto": "http" });
    expect(sitemap.text).toContain(`<loc>${site}/`);
    expect(sitemap.text).not.toContain("http://www.soria.test");
    for (const host of [evil, "localhost", "soria.test", `www.soria.test.${evil}`, "www.soria.test:8443"]) {
      expect((await client.get("/", { Host: host })).status, host).toBe(421);
      tried += 1;
    }
    // A visitor's X-Forwarded-For precedes the address that the proxy adds, and the address may have a port. Neither
    // bypasses a limit.
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const headers = { Origin: site, "X-Forwarded-For": `203.0.113.${n}, 198.51.100.7:${4_000 + n}` };
      const { status } = await client.post(
        "/sign-in",
        { email: "nobody@soria.test", password: "x" },
        headers,
      );
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const next = { Origin: site, "X-Forwarded-For": "198.51.100.7, 198.51.100.8" };
    expect((await client.post("/sign-in", { email: "nobody@soria.test", password: "x" }, next)).status).toBe(
      400,
    );
    console.log(`forwarded headers behind a proxy (${told}): ${tried}`);
  });
});

/** Sends raw bytes and returns the site's response. */
function spoken(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "localhost", () => socket.write(bytes));
    let reply = "";
    socket.setTimeout(5_000, () => socket.destroy(new Error("no answer within 5 s")));
    socket.on("data", (chunk: Buffer) => (reply += chunk.toString()));
    socket.once("error", reject);
    socket.once("close", () => resolve(reply));
  });
}
