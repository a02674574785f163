/**
 * Attacks on connections against a site behind the shipped nginx configuration. While each attack lasts, another
 * visitor is served: the tests count statuses and connections, and measure no time.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SIGNATURE_FIELD, signatureIn } from "../kit/visitors/form-signatures";
import { pngOf } from "../kit/data/pictures";
import { type RunningSite, startSite } from "../kit/programs/site";
import { hasNginx } from "../../tools/run-tests/tools";
import { removeFolders } from "./machines";
import { type Nginx, startNginx } from "./nginx";
import { ask } from "./varnish";

/** The shipped limit of one address. */
const MOST_OF_ONE = 256;
/** The attacker's address; the other visitor has 127.0.0.1. */
const ATTACKER = "127.0.0.2";
const LARGE_FILE = "/og/ja/introduction.jpg";

let running: RunningSite;
let sitePort: number;
/** With the shipped times. */
let shipped: Nginx;
/** With times of 2 s, for attacks that nginx ends. */
let hasty: Nginx;
const sockets: Socket[] = [];

/** Returns the open connections that a port of this machine has accepted, of one address or of all. */
function connectionsAt(port: number, from?: string): number {
  const hex = (n: number, length: number) => n.toString(16).toUpperCase().padStart(length, "0");
  // IPv4, in the byte order of the machine.
  const peer = from
    ?.split(".")
    .reverse()
    .map((part) => hex(Number(part), 2))
    .join("");
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local = "", remote = "", state]) =>
        state === "01" &&
        local.endsWith(`:${hex(port, 4)}`) &&
        (peer === undefined || remote.startsWith(`${peer}:`)),
    ).length;
}

/** An attacker's connection. */
class Attack {
  received = "";
  readonly #socket: Socket;

  constructor(port: number, { isReading = true } = {}) {
    this.#socket = connect({ port, host: "127.0.0.1", localAddress: ATTACKER });
    sockets.push(this.#socket.on("error", () => undefined));
    if (isReading) this.#socket.on("data", (part: Buffer) => (this.received += part.toString("latin1")));
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  /** Resolves when the system has taken the bytes, or the connection has ended. */
  send(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()));
  }
}

const attacks = (port: number, count: number, options?: { isReading: boolean }) =>
  Array.from({ length: count }, () => new Attack(port, options));

const headOf = (port: number, line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, `Host: localhost:${port}`, ...more, "", ""].join("\r\n");

const postOf = (port: number, path: string, type: string, ...more: string[]) =>
  headOf(port, `POST ${path}`, `Origin: http://localhost:${port}`, `Content-Type: ${type}`, ...more);

const FORM = "application/x-www-form-urlencoded";

let visits = 0;
/** Another visitor's two requests, which no cache answers. */
async function visit(port: number): Promise<void> {
  visits += 1;
  for (const path of ["/healthz", `/news?visit=${visits}`]) {
    const { status } = await ask(port, path, { Host: `localhost:${port}` });
    expect([path, status]).toEqual([path, 200]);
  }
}

/** Visits after which a condition counts as never met. */
const MOST_VISITS = 20_000;

/** The other visitor visits ten times, and goes on until a condition is met. */
async function visitUntil(port: number, isSo: () => boolean, atEach: () => unknown = () => undefined) {
  for (let n = 0; n < 10 || !isSo(); n += 1) {
    await visit(port);
    await atEach();
    expect(n, "visits until the condition is met").toBeLessThan(MOST_VISITS);
  }
}

const isEnded = (port: number) => connectionsAt(port, ATTACKER) === 0;
/** Waits until nginx holds so many of the attacker's connections. */
const held = (port: number, count: number) =>
  expect.poll(() => connectionsAt(port, ATTACKER), { timeout: 10_000, interval: 10 }).toBe(count);

describe.skipIf(!hasNginx())("a site behind nginx", () => {
  beforeAll(async () => {
    running = await startSite({ env: { TRUST_PROXY: "loopback", LOG_LEVEL: "warn" } });
    sitePort = Number(new URL(running.site.origin).port);
    shipped = await startNginx([sitePort, sitePort], {}, []);
    hasty = await startNginx([sitePort, sitePort], {}, [
      ["client_header_timeout 15s", "client_header_timeout 2s"],
      ["client_body_timeout 10s", "client_body_timeout 2s"],
      ["send_timeout 30s", "send_timeout 2s"],
    ]);
  }, 60_000);
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const { port } of [shipped, hasty]) await held(port, 0);
  });
  afterAll(async () => {
    await Promise.all([shipped.stop(), hasty.stop()]);
    await running.stop();
    removeFolders();
  });

  it("hears nothing of 200 half-sent heads, and nginx ends them", async () => {
    const { port } = hasty;
    const before = connectionsAt(sitePort);
    const heads = attacks(port, 200);
    await held(port, 200);
    await Promise.all(heads.map((each) => each.send("GET /news HTTP/1.1\r\nHost: localhost\r\nX-")));
    await visitUntil(
      port,
      () => isEnded(port),
      () => expect(connectionsAt(sitePort)).toBeLessThan(before + 10),
    );
    expect(heads.flatMap(({ statuses }) => statuses).filter((status) => status < 400)).toEqual([]);
  });

  it("gets none of 200 half-sent bodies, whose connections nginx closes", async () => {
    const { port } = hasty;
    const before = connectionsAt(sitePort);
    const bodies = attacks(port, 200);
    await held(port, 200);
    const half = postOf(port, "/sign-in", FORM, "Content-Length: 50000");
    await Promise.all(bodies.map((each) => each.send(`${half}email=`)));
    await visitUntil(
      port,
      () => isEnded(port),
      () => expect(connectionsAt(sitePort)).toBeLessThan(before + 10),
    );
    expect(bodies.flatMap(({ statuses }) => statuses).filter((status) => status < 400)).toEqual([]);
  });

  it("keeps no connection for 40 clients that do not read a large file, and nginx closes theirs", async () => {
    const { port } = hasty;
    const readers = attacks(port, 40, { isReading: false });
    const ask140 = headOf(port, `GET ${LARGE_FILE}`).repeat(140);
    await Promise.all(readers.map((each) => each.send(ask140)));
    await held(port, 40);
    await visitUntil(port, () => isEnded(port));
  });

  it(`serves ${MOST_OF_ONE} requests of one address at once, and refuses more with 503`, async () => {
    const { port } = shipped;
    const many = attacks(port, MOST_OF_ONE + 44);
    const refused = () => many.flatMap(({ statuses }) => statuses);
    const half = postOf(port, "/sign-in", FORM, "Content-Length: 50000");
    await Promise.all(many.map((each) => each.send(half)));
    await visitUntil(port, () => refused().length >= 44);
    expect(refused()).toEqual(Array<number>(44).fill(503));
  });

  it("serves others while one address holds 1,000 idle connections", async () => {
    const { port } = shipped;
    const before = connectionsAt(sitePort);
    attacks(port, 1_000);
    await held(port, 1_000);
    await visitUntil(port, () => true);
    await expect.poll(() => connectionsAt(sitePort)).toBeLessThan(before + 10);
  });

  it("answers 200 requests in one packet one after the other", async () => {
    const { port } = shipped;
    const before = connectionsAt(sitePort);
    const one = new Attack(port);
    await one.send(Array.from({ length: 200 }, (_, n) => headOf(port, `GET /news?flood=${n}`)).join(""));
    await visitUntil(
      port,
      () => one.statuses.length >= 200,
      () => expect(connectionsAt(sitePort)).toBeLessThan(before + 10),
    );
    expect(one.statuses).toEqual(Array<number>(200).fill(200));
  });

  it.each([
    ["Content-Length", "Content-Length: 9437184", "email="],
    ["chunks", "Transfer-Encoding: chunked", `900000\r\n${"a".repeat(9_437_184)}\r\n`],
  ])("gets no body over the limit by its %s, which nginx refuses", async (_name, header, body) => {
    const { port } = shipped;
    const too = new Attack(port);
    await Promise.all([
      too.send(postOf(port, "/support/inquiry", "multipart/form-data; boundary=b", header) + body),
      visitUntil(port, () => too.statuses.length > 0),
    ]);
    expect(too.statuses).toEqual([413]);
    // The site's own responses have one.
    expect(too.received).not.toMatch(/x-request-id/i);
  });

  it("gets 40 slow uploads from nginx when they are complete, and accepts them all", async () => {
    const { port } = shipped;
    const before = connectionsAt(sitePort);
    const page = new Attack(port);
    await page.send(headOf(port, "GET /support/inquiry", "Accept-Encoding: identity", "Connection: close"));
    await expect.poll(() => page.received, { timeout: 10_000 }).toContain("</html>");
    const signature = signatureIn(page.received, "inquiry") ?? "";
    const field = (name: string, more = "") =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${field("form")}inquiry\r\n${field(SIGNATURE_FIELD)}${signature}\r\n`),
      Buffer.from(field("file", '; filename="a.png"')),
      pngOf(200_000),
      Buffer.from("\r\n--b--\r\n"),
    ]);
    const path = "/support/inquiry/attachment";
    const head = postOf(port, path, "multipart/form-data; boundary=b", `Content-Length: ${body.length}`);
    const uploads = attacks(port, 40);
    await Promise.all(uploads.map((each) => each.send(head)));
    const piece = Math.ceil(body.length / 11);
    let sent = 0;
    await visitUntil(
      port,
      () => true,
      async () => {
        const part = body.subarray(sent, (sent += piece));
        await Promise.all(uploads.map((each) => each.send(part)));
        expect(connectionsAt(sitePort)).toBeLessThan(before + 10);
      },
    );
    expect(uploads.flatMap(({ statuses }) => statuses)).toEqual([]);
    await Promise.all(uploads.map((each) => each.send(body.subarray(sent))));
    await visitUntil(port, () => uploads.every(({ statuses }) => statuses.length > 0));
    expect(uploads.flatMap(({ statuses }) => statuses)).toEqual(Array<number>(40).fill(200));
  });

  it("sends pages with gzip, which costs the site least, and files with brotli", async () => {
    const { port } = shipped;
    const encodingOf = async (path: string, accepted: string) =>
      (await ask(port, path, { Host: `localhost:${port}`, "Accept-Encoding": accepted })).headers[
        "content-encoding"
      ];
    const { text } = await ask(port, "/sign-in", { Host: `localhost:${port}` });
    const file = /\/assets\/[\w.-]+\.css/.exec(text)?.[0] ?? "";
    for (const [path, accepted, expected] of [
      ["/news", "gzip, deflate, br, zstd", "gzip"],
      ["/sign-in", "gzip, deflate, br, zstd", "gzip"],
      ["/sign-in", "br", "br"],
      ["/sign-in", "gzip;q=0, br", "br"],
      ["/sign-in", "identity", undefined],
      [file, "gzip, deflate, br, zstd", "br"],
      [file, "gzip", "gzip"],
    ] as const)
      expect([path, accepted, await encodingOf(path, accepted)]).toEqual([path, accepted, expected]);
  });
});
