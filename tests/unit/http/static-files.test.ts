/** Files of the build over HTTP: RFC 9110 (ranges, conditions, encodings, methods), and files that change meanwhile. */
import { once } from "node:events";
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import express from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { staticFiles } from "#server/http/static-files";
import { closed, listening } from "../../kit/programs/listening";

const text = Array.from({ length: 1_000 }, (_, i) => String(i % 10)).join("");
const LARGE = 8 * 1024 * 1024;

let folder: string;
let server: Server;
let origin: string;
let failures: unknown[];
const at = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "soria-files-"));
  for (const name of ["client/assets", "client/media", "kept"]) mkdirSync(at(name), { recursive: true });
  writeFileSync(at("client/assets/app-1.js"), text);
  writeFileSync(at("client/assets/app-1.js.br"), "as brotli");
  writeFileSync(at("client/assets/app-1.js.gz"), "as gzip");
  writeFileSync(at("client/robots-art.svg"), "<svg/>");
  writeFileSync(at("client/favicon.ico"), "icon");
  writeFileSync(at("client/media/hero.webm"), Buffer.alloc(LARGE, "v"));
  writeFileSync(at("kept/old-1.js"), "of an earlier build");
  failures = [];
  const app = express()
    .disable("etag")
    .use(staticFiles(at("client"), at("kept")));
  app.use((_req, res) => void res.status(404).send("the app's page"));
  const failed: express.ErrorRequestHandler = (error, _req, res, _next) => {
    failures.push(error);
    res.status(500).end();
  };
  server = createServer(app.use(failed));
  origin = await listening(server);
});

afterEach(async () => {
  await closed(server);
  rmSync(folder, { recursive: true, force: true });
});

const open = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  request(new URL(origin), { path, headers, method });

async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const sent = open(path, headers, method);
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
}

/** Names of the files below `folder` that this process has open. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

describe("ranges (RFC 9110 §14)", () => {
  test.each([
    ["bytes=0-0", 206, "0", "bytes 0-0/1000"],
    ["bytes=0-9", 206, "0123456789", "bytes 0-9/1000"],
    ["bytes=-5", 206, "56789", "bytes 995-999/1000"],
    ["bytes=-5000", 206, text, "bytes 0-999/1000"],
    ["bytes=990-", 206, "0123456789", "bytes 990-999/1000"],
    ["bytes=990-99999999999999999999", 206, "0123456789", "bytes 990-999/1000"],
    ["bytes=1000-", 416, "416\n", "bytes */1000"],
    ["bytes=99999999999999999999-", 416, "416\n", "bytes */1000"],
    ["bytes=abc", 200, text, undefined],
    ["bytes=", 200, text, undefined],
    ["lines=1-2", 200, text, undefined],
    ["bytes=-0", 416, "416\n", "bytes */1000"],
    ["bytes=9-5", 200, text, undefined],
    ["bytes=0-4-9", 200, text, undefined],
    ["", 200, text, undefined],
    // Several ranges may be answered with the whole file.
    ["bytes=0-1,5-6", 200, text, undefined],
  ])("answers Range: %s with %i", async (range, status, body, contentRange) => {
    const response = await ask("/assets/app-1.js", { Range: range });
    expect([response.status, response.body, response.headers["content-range"]]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  test("reads the range of a file of an earlier build", async () => {
    expect((await ask("/assets/old-1.js", { Range: "bytes=-5" })).body).toBe("build");
  });

  test("sends the whole file when If-Range names another one", async () => {
    const { headers } = await ask("/assets/app-1.js");
    const etag = String(headers.etag);
    expect((await ask("/assets/app-1.js", { Range: "bytes=0-4", "If-Range": etag })).status).toBe(206);
    const other = await ask("/assets/app-1.js", { Range: "bytes=0-4", "If-Range": '"other"' });
    expect([other.status, other.body]).toEqual([200, text]);
    const earlier = { Range: "bytes=0-4", "If-Range": new Date(0).toUTCString() };
    expect((await ask("/assets/app-1.js", earlier)).status).toBe(200);
  });
});

describe("conditions (RFC 9110 §13)", () => {
  test.each([
    ["If-None-Match", (etag: string) => etag, 304],
    ["If-None-Match", (etag: string) => `"a", ${etag}, "b"`, 304],
    ["If-None-Match", (etag: string) => etag.replace("W/", ""), 304],
    ["If-None-Match", () => "*", 304],
    ["If-None-Match", () => '"a", "b"', 200],
    ["If-Modified-Since", () => new Date(Date.now() + 60_000).toUTCString(), 304],
    ["If-Modified-Since", () => new Date(0).toUTCString(), 200],
    ["If-Modified-Since", () => "yesterday", 200],
    ["If-Match", () => '"a"', 412],
    ["If-Unmodified-Since", () => new Date(0).toUTCString(), 412],
  ])("reads %s (case %#)", async (name, valueOf, status) => {
    const etag = String((await ask("/assets/app-1.js")).headers.etag);
    expect((await ask("/assets/app-1.js", { [name]: valueOf(etag) })).status).toBe(status);
  });

  test("repeats ETag, Cache-Control and Vary in a 304", async () => {
    const whole = await ask("/assets/app-1.js");
    const { status, body, headers } = await ask("/assets/app-1.js", {
      "If-None-Match": String(whole.headers.etag),
    });
    expect([status, body]).toEqual([304, ""]);
    for (const name of ["etag", "cache-control", "vary"]) expect(headers[name]).toBe(whole.headers[name]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });
});

describe("encodings (RFC 9110 §12.5.3)", () => {
  test.each([
    ["br, gzip", "br", "as brotli"],
    ["gzip", "gzip", "as gzip"],
    ["gzip, br;q=0", "gzip", "as gzip"],
    ["br;q=0", undefined, text],
    ["br;q=0, gzip;q=0", undefined, text],
    ["identity", undefined, text],
    ["*", "br", "as brotli"],
    ["*;q=0", undefined, text],
    ["", undefined, text],
    ["zstd", undefined, text],
  ])("answers Accept-Encoding: %s with %s", async (accepted, encoding, body) => {
    const { headers, body: got } = await ask("/assets/app-1.js", { "Accept-Encoding": accepted });
    expect([headers["content-encoding"], got]).toEqual([encoding, body]);
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(headers["vary"]).toBe("Accept-Encoding");
  });
});

describe("methods", () => {
  test.each(["GET", "HEAD"])("%s of the favicon has its type", async (method) => {
    const { status, headers } = await ask("/favicon.ico", {}, method);
    expect([status, headers["content-type"]]).toEqual([200, "image/x-icon"]);
  });

  test.each(["/assets/app-1.js", "/robots-art.svg", "/media/hero.webm"])(
    "HEAD has the headers of GET: %s",
    async (path) => {
      const { headers: got, status } = await ask(path);
      const head = await ask(path, {}, "HEAD");
      expect([head.status, head.body]).toEqual([status, ""]);
      expect({ ...head.headers, date: "" }).toEqual({ ...got, date: "" });
    },
  );

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("refuses %s of an asset", async (method) => {
    const { status, headers } = await ask("/assets/app-1.js", {}, method);
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });
});

describe("files that change under a running site", () => {
  test("answers 404 for a file that has been deleted, also when only its copy is left", async () => {
    rmSync(at("client/assets/app-1.js"));
    const gone = await ask("/assets/app-1.js");
    expect([gone.status, gone.headers["cache-control"], gone.headers["etag"]]).toEqual([
      404,
      "no-store",
      undefined,
    ]);
    rmSync(at("kept/old-1.js"));
    expect((await ask("/assets/old-1.js")).status).toBe(404);
    for (const name of ["app-1.js.br", "app-1.js.gz"]) rmSync(at("client/assets", name));
    const { status, headers, body } = await ask("/assets/app-1.js", { "Accept-Encoding": "br" });
    expect([status, headers["content-encoding"], body]).toEqual([404, undefined, "404\n"]);
    rmSync(at("client/robots-art.svg"));
    expect((await ask("/robots-art.svg")).body).toBe("the app's page");
    expect(failures).toEqual([]);
  });

  test("serves a file that appears after the start, and the file itself when its copies are gone", async () => {
    writeFileSync(at("kept/later-1.js"), "later");
    expect((await ask("/assets/later-1.js")).body).toBe("later");
    rmSync(at("client/assets/app-1.js.br"));
    expect((await ask("/assets/app-1.js", { "Accept-Encoding": "br" })).body).toBe(text);
  });

  test("reports a folder in a file's place, and a file that may not be read, without ending", async () => {
    rmSync(at("client/assets/app-1.js"));
    mkdirSync(at("client/assets/app-1.js"));
    expect((await ask("/assets/app-1.js")).status).toBe(404);
    chmodSync(at("client/robots-art.svg"), 0);
    // Root may read everything.
    expect((await ask("/robots-art.svg")).status).toBe(process.getuid?.() === 0 ? 200 : 500);
  });

  test("sends an error that is no file's, with no header of the file, when a file cannot be opened", async () => {
    const denied = Object.assign(new Error("EACCES"), { code: "EACCES" });
    const read = vi.spyOn(fs, "createReadStream").mockImplementation(() => {
      const stream = new Readable({ read: () => void stream.destroy(denied) });
      return stream as fs.ReadStream;
    });
    const { status, headers, body } = await ask("/assets/app-1.js");
    read.mockRestore();
    expect([status, body]).toEqual([500, ""]);
    for (const name of ["cache-control", "etag", "last-modified", "content-range", "content-encoding"])
      expect([name, headers[name]]).toEqual([name, undefined]);
    expect(headers["content-length"] ?? "0").toBe("0");
    expect(failures).toHaveLength(1);
  });

  test("ends the response of a file that is truncated while it is sent, and serves the next one", async () => {
    const sent = open("/media/hero.webm");
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    truncateSync(at("client/media/hero.webm"), 10);
    response.resume();
    await vi.waitFor(() => expect(openFiles()).toEqual([]), { timeout: 20_000 });
    response.destroy();
    expect((await ask("/assets/app-1.js")).status).toBe(200);
  });

  test("closes the file of each download that the client aborts", async () => {
    for (let round = 0; round < 40; round += 1) {
      const sent = open("/media/hero.webm");
      sent.on("error", () => undefined).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.on("error", () => undefined).destroy();
      sent.destroy();
    }
    await vi.waitFor(() => expect(openFiles()).toEqual([]), { timeout: 20_000 });
  });
});

test.each([
  "/assets/../../secret",
  "/assets/%2e%2e/%2e%2e/secret",
  "/..%2fsecret",
  "/.vite/manifest.json",
  "/assets/%00",
  "/assets/%zz",
])("does not leave its folder for %s", async (path) => {
  writeFileSync(at("secret"), "a secret");
  mkdirSync(at("client/.vite"));
  writeFileSync(at("client/.vite/manifest.json"), "a secret");
  const { status, body } = await ask(path, { "Accept-Encoding": "br" });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body).not.toContain("secret");
});
