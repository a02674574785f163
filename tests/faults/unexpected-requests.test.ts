/**
 * Requests that nobody's browser sends, on the built site: they must not end, stall, fill or leak it. Counts processes,
 * open files, records, bytes on disk and log lines. Short by default; STRANGERS_MINUTES=60 repeats the rounds at a
 * modest rate and prints descriptors, memory, disk and log level of each minute.
 */
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guestLimits } from "#server/store/record-limits";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { pngOf } from "../kit/data/pictures";
import { oneConnection, type RunningSite, startSite } from "../kit/programs/site";
import { SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import { figure, inRow } from "./table";

inRow("strangers");

const MINUTES = Number(process.env["STRANGERS_MINUTES"] ?? 0);
const ROUNDS = 2;
/** Larger than one chunk of a stream, so that an abort finds the file open. */
const LARGE_FILE = "/og/ja/introduction.jpg";
let running: RunningSite;
let metricsPort: number;
let signature: string;

beforeAll(async () => {
  metricsPort = await freePort();
  running = await startSite({
    env: { LOG_LEVEL: "info", METRICS_PORT: String(metricsPort), RATE_LIMIT_FACTOR: "1000" },
  });
  signature = (await new HttpMember(running.site.origin).signatureFor("/support/inquiry")) ?? "";
});
afterAll(() => running.stop());

function send(path: string, method = "GET", headers: Record<string, string> = {}): ClientRequest {
  const { hostname, port } = new URL(running.site.origin);
  return httpRequest({ hostname, port, path, method, headers: { Host: `localhost:${port}`, ...headers } });
}

async function ask(
  path: string,
  method = "GET",
  headers: Record<string, string> = {},
  body?: Buffer | string,
) {
  const sent = send(path, method, headers);
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return { status: response.statusCode ?? 0, headers: response.headers, size };
}

/** Aborts a download after its first bytes. */
async function abort(path: string): Promise<void> {
  const sent = send(path).on("error", () => undefined);
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.on("error", () => undefined).destroy();
}

/** Files below these folders that the site has open. */
function openFiles(...folders: string[]): string[] {
  const fds = `/proc/${running.site.child.pid}/fd`;
  return readdirSync(fds).flatMap((fd) => {
    try {
      const path = readlinkSync(join(fds, fd));
      return folders.some((folder) => path.includes(folder)) ? [path] : [];
    } catch {
      return [];
    }
  });
}

const descriptors = () => readdirSync(`/proc/${running.site.child.pid}/fd`).length;
const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.site.child.pid}/status`, "utf8"))?.[1]) / 1024;
const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`, oneConnection)).text();
  return Number(new RegExp(`^${name.replace(/[{}"]/g, "\\$&")} (\\S+)$`, "m").exec(text)?.[1]);
}

/** Log lines of level 50 (error) and above. */
const errors = () =>
  running.site
    .output()
    .split("\n")
    .filter((line) => /^\{"level":(?:50|60)/.test(line));

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const own = () => ({ Origin: running.site.origin });

/** A language change of a guest without a cookie, whose text must be kept. */
const largeDraft = () =>
  ask(
    "/language?form=inquiry&redirectTo=%2Fsupport%2Finquiry",
    "POST",
    { ...own(), ...form },
    new URLSearchParams({
      lng: "en",
      message: "長".repeat(3_000),
      subject: "x",
      [SIGNATURE_FIELD]: signature,
    }).toString(),
  );

const report = () =>
  ask(
    "/browser-error",
    "POST",
    { ...own(), "Content-Type": "application/json" },
    JSON.stringify({ kind: "error", message: "“".repeat(4_000), stack: "/assets/".repeat(400), page: "/" }),
  );

const boundary = "strangers";
function multipart(file: Buffer): Buffer {
  const field = (name: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${field("form")}inquiry\r\n${field(SIGNATURE_FIELD)}${signature}\r\n${field("file", '; filename="a.png"')}`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
const uploading = () => ({ ...own(), "Content-Type": `multipart/form-data; boundary=${boundary}` });

async function abortUpload(): Promise<void> {
  const body = multipart(pngOf(500_000));
  const sent = send("/support/inquiry/attachment", "POST", {
    ...uploading(),
    "Content-Length": String(body.length),
  });
  sent.on("error", () => undefined);
  await new Promise((resolve) => sent.write(body.subarray(0, 100_000), resolve));
  sent.destroy();
}

/** Sends lines as they are, and returns the status. */
async function raw(...lines: string[]): Promise<number> {
  const { hostname, port } = new URL(running.site.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(" ", 2)[1]);
}

const settled = () =>
  expect.poll(() => openFiles("/build/client", "/uploads/"), { timeout: 30_000 }).toEqual([]);

async function round(): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => abort(LARGE_FILE)));
  await Promise.all(Array.from({ length: 5 }, abortUpload));
  for (let n = 0; n < 5; n += 1) await largeDraft();
  for (let n = 0; n < 3; n += 1) await report();
  await ask("/", "GET", { "Accept-Language": `en${" ".repeat(15_000)};q=1` }).catch(() => undefined);
  await ask("/?_data=x");
  await ask("/news?page=2147483648");
  await ask("/healthz", "POST", { Host: "evil.example" });
  for (const range of ["bytes=-500", "bytes=9-5", "bytes=0-99999999999999999999"])
    await ask(LARGE_FILE, "GET", { Range: range });
  await settled();
}

describe("single requests", () => {
  it("answer 404 for a file that is gone, and the site goes on", async () => {
    const file = join(running.dataDir, "assets", "gone-1.js");
    writeFileSync(file, "1");
    expect((await ask("/assets/gone-1.js")).status).toBe(200);
    rmSync(file);
    for (let n = 0; n < 3; n += 1) expect((await ask("/assets/gone-1.js")).status).toBe(404);
    expect(running.site.child.exitCode).toBeNull();
  });

  it("leave no file open when downloads are aborted", async () => {
    await Promise.all(Array.from({ length: 50 }, () => abort(LARGE_FILE)));
    await settled();
  });

  it("leave no file open when a picture's headers are asked for", async () => {
    const guest = new HttpMember(running.site.origin);
    const sent = await guest.request("/support/inquiry/attachment", {
      method: "POST",
      headers: uploading(),
      body: new Uint8Array(multipart(pngOf(20_000))),
    });
    const { attachment } = JSON.parse(sent.text) as { attachment: { id: string; size: number } };
    const path = `/support/inquiry/attachment?id=${encodeURIComponent(attachment.id)}`;
    for (let n = 0; n < 20; n += 1) {
      const head = await ask(path, "HEAD", { Cookie: guest.cookieHeader });
      expect([head.status, head.headers["content-length"]]).toEqual([200, String(attachment.size)]);
    }
    expect((await ask(path, "GET", { Cookie: guest.cookieHeader })).size).toBe(attachment.size);
    await settled();
  });

  it("create a bounded number of records, however many drafts guests without a cookie send", async () => {
    const before = await gauge("soria_sessions");
    for (let n = 0; n < guestLimits.perAddress + 40; n += 20)
      await Promise.all(Array.from({ length: 20 }, largeDraft));
    expect((await gauge("soria_sessions")) - before).toBeLessThanOrEqual(guestLimits.perAddress);
    expect(await gauge('soria_limited_total{budget="guest-sessions"}')).toBeGreaterThanOrEqual(40);
  });

  it("write no error into the log, whatever is asked of the router", async () => {
    const statuses = [
      (await ask("/?_data=x")).status,
      (await ask("/news?page=2147483648")).status,
      (await ask("/healthz", "POST", { Host: "evil.example" })).status,
      (await ask("/assets/x.js", "POST", own())).status,
    ];
    for (const status of statuses) expect(status).toBeLessThan(500);
    expect(errors()).toEqual([]);
  });

  it("are understood in absolute form, whose host replaces the header's", async () => {
    const { host } = new URL(running.site.origin);
    expect(await raw(`GET http://${host}/news HTTP/1.1`, "Host: other.example")).toBe(200);
    expect(await raw("GET http://evil.example/news HTTP/1.1", `Host: ${host}`)).toBe(421);
  });

  it("reach this machine only, unless HOST says otherwise", () => {
    const port = Number(new URL(running.site.origin).port).toString(16).toUpperCase().padStart(4, "0");
    const listening = ["tcp", "tcp6"].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, "utf8")
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local = "", , state]) => local.endsWith(`:${port}`) && state === "0A")
        .map(([, local]) => local),
    );
    // 127.0.0.1, in the byte order of the machine.
    expect(listening).toEqual([`0100007F:${port}`]);
  });
});

it(
  "many rounds leave descriptors, memory, disk and log as they were",
  async () => {
    const pid = running.site.child.pid;
    const line = async (minute: number) =>
      console.log(
        [
          `minute ${minute}`,
          `${descriptors()} descriptors`,
          `${Math.round(resident())} MB resident`,
          `${(bytesIn(running.dataDir) / 1024 / 1024).toFixed(1)} MB on disk`,
          `${await gauge("soria_sessions")} sessions`,
          `${errors().length} errors in the log`,
        ].join(", "),
      );
    const before = descriptors();
    if (MINUTES > 0) {
      for (let minute = 0; minute < MINUTES; minute += 1) {
        await line(minute);
        for (let n = 0; n < 10; n += 1) {
          await round();
          await pause(5_000);
        }
      }
      await line(MINUTES);
    } else for (let n = 0; n < ROUNDS; n += 1) await round();
    await expect.poll(() => descriptors(), { timeout: 90_000 }).toBeLessThanOrEqual(before + 10);
    figure(`${descriptors()} descriptors, ${errors().length} errors`);
    expect(errors()).toEqual([]);
    expect([running.site.child.pid, running.site.child.exitCode]).toEqual([pid, null]);
    const [used, all] = [bytesIn(running.dataDir), guestLimits.perAddress * 64 * 1024];
    expect(used).toBeLessThan(4 * all);
  },
  Math.max(180_000, MINUTES * 2 * 60_000),
);
