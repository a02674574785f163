import { createServer, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { exchange, MAX_RESPONSE_BYTES } from "#server/api/exchange.server";
import { closed, listening } from "../../kit/programs/listening";

let server: Server | undefined;
afterEach(() => server && closed(server));

async function sendTo(
  respond: RequestListener,
  { body, limitMs = 5_000 }: { body?: string; limitMs?: number } = {},
) {
  server = createServer(respond);
  return exchange(new URL("/path?a=1", await listening(server)), {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-Request-Id": "r1" },
    body,
    signal: AbortSignal.timeout(limitMs),
    isRepeatable: body === undefined,
  });
}

it("sends method, path, headers and body, and returns status, headers and text", async () => {
  let received: unknown;
  const response = await sendTo(
    (request, reply) => {
      const { method, url, headers } = request;
      void text(request).then((sent) => {
        received = { method, url, id: headers["x-request-id"], body: sent };
        reply.writeHead(201, { "X-Kind": "island" }).end("島 ".repeat(40_000));
      });
    },
    { body: '{"name":"灯"}' },
  );
  expect(received).toEqual({ method: "POST", url: "/path?a=1", id: "r1", body: '{"name":"灯"}' });
  expect(response.status).toBe(201);
  expect(response.headers.get("x-kind")).toBe("island");
  expect(response.text).toBe("島 ".repeat(40_000));
});

it("unpacks gzip, and measures the limit on the unpacked text", async () => {
  const packed = (letters: number) =>
    sendTo((_, reply) => {
      reply.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync("a".repeat(letters)));
    });
  expect((await packed(MAX_RESPONSE_BYTES)).text).toHaveLength(MAX_RESPONSE_BYTES);
  expect((await packed(MAX_RESPONSE_BYTES + 1)).text).toBeUndefined();
});

it("reads no further than the limit, and closes the connection", async () => {
  let isClosed = false;
  const piece = Buffer.alloc(65_536, "a");
  const response = await sendTo((_, reply) => {
    reply.once("close", () => (isClosed = true));
    const write = () => {
      while (!isClosed && reply.write(piece));
    };
    reply.on("drain", write);
    write();
  });
  expect(response.text).toBeUndefined();
  await expect.poll(() => isClosed).toBe(true);
});

it.each<[string, RequestListener]>([
  ["does not answer", () => {}],
  ["stops within the body", (_, reply) => void reply.writeHead(200).write("half")],
  [
    "stops within a packed body",
    (_, reply) =>
      void reply.writeHead(200, { "Content-Encoding": "gzip" }).write(gzipSync("whole").subarray(0, 12)),
  ],
])("ends when its signal does and the API %s", async (_, respond) => {
  await expect(sendTo(respond, { limitMs: 100 })).rejects.toThrow();
});

it.each<[string, RequestListener]>([
  ["closes the connection", (request) => request.socket.destroy()],
  [
    "closes it within the body",
    (request, reply) =>
      void reply.writeHead(200, { "Content-Length": "9" }).write("half", () => request.socket.destroy()),
  ],
  [
    "sends something else as gzip",
    (_, reply) => void reply.writeHead(200, { "Content-Encoding": "gzip" }).end("plain"),
  ],
])("fails when the API %s", async (_, respond) => {
  await expect(sendTo(respond)).rejects.toThrow();
});

/** Starts an API that closes a kept-alive connection when another request arrives on it. */
async function forgetfulApi() {
  const counts = { requests: 0, closed: 0 };
  const served = new WeakSet<object>();
  server = createServer((request, reply) => {
    counts.requests += 1;
    if (served.has(request.socket)) {
      counts.closed += 1;
      request.socket.destroy();
      return;
    }
    served.add(request.socket);
    request.resume().on("end", () => reply.end("ok"));
  });
  return { url: new URL(await listening(server)), counts };
}

const requestOf = (method: string, isRepeatable: boolean) => ({
  method,
  headers: {},
  body: method === "GET" ? undefined : "{}",
  signal: AbortSignal.timeout(5_000),
  isRepeatable,
});

it("sends a read once more on a new connection when the API has closed the idle one", async () => {
  const { url, counts } = await forgetfulApi();
  for (let round = 0; round < 20; round += 1) {
    expect((await exchange(url, requestOf("GET", true))).text).toBe("ok");
  }
  expect(counts.closed).toBeGreaterThan(0);
  expect(counts.requests).toBe(20 + counts.closed);
});

it("sends a write once, whatever the connection does", async () => {
  const { url, counts } = await forgetfulApi();
  let failed = 0;
  for (let round = 0; round < 20; round += 1) {
    await exchange(url, requestOf("POST", false)).catch(() => (failed += 1));
  }
  expect(failed).toBe(counts.closed);
  expect(failed).toBeGreaterThan(0);
  expect(counts.requests).toBe(20);
});

it("sends a read once on a new connection that the API closes", async () => {
  let count = 0;
  await expect(
    sendTo((request) => {
      count += 1;
      request.socket.destroy();
    }),
  ).rejects.toThrow();
  expect(count).toBe(1);
});
