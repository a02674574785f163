import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectionLimits } from "#server/http/budgets";
import { handleWithinBounds } from "#server/http/connections";
import { noApiTiming } from "#server/runtime/api-timing";
import { inRequestScope, type RequestScope } from "#server/runtime/request-scope.server";
import { noteConnection as connectionCame, nextTurn } from "#server/runtime/event-loop-yield.server";

let server: Server | undefined;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** Starts a server with connection bounds, and connects to it. */
async function connected(handle: RequestListener, bounds?: Parameters<typeof handleWithinBounds>[2]) {
  const started = createServer();
  server = started;
  handleWithinBounds(started, handle as Parameters<typeof handleWithinBounds>[1], bounds);
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  // The server resets some of the connections.
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const received = { text: "" };
  return {
    port,
    socket,
    closed,
    received,
    listen: () => socket.on("data", (data) => (received.text += data)),
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe("a connection", () => {
  test("that sends a thousand requests at once has one worked on, 16 waiting, and is closed", async () => {
    let [now, most, all] = [0, 0, 0];
    const { socket, closed, received, listen } = await connected((_req, res) => {
      now += 1;
      all += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        res.end("answer");
      }, 1);
    });
    listen();
    socket.write(Array.from({ length: 1_000 }, (_, i) => get(`/${i}`)).join(""));
    await closed;
    expect([most, all]).toEqual([1, 17]);
    expect(statuses(received.text)).toEqual([...Array<number>(17).fill(200), 503]);
    expect(received.text).toContain("Retry-After: 5");
  });

  test("that sends a few ahead gets them all, in their order", async () => {
    const { socket, received, listen } = await connected((req, res) => res.end(`answer to ${req.url}.`));
    listen();
    socket.write(get("/a") + get("/b") + get("/c"));
    await vi.waitFor(() => expect(received.text).toContain("/c"), { interval: 2 });
    expect(received.text.match(/\/[a-c]\./g)).toEqual(["/a.", "/b.", "/c."]);
    socket.write(get("/d"));
    await vi.waitFor(() => expect(received.text).toContain("/d"), { interval: 2 });
  });

  test("whose other side reads nothing is closed; one that waits for us is not", async () => {
    const answers: (() => void)[] = [];
    const handle: RequestListener = (req, res) => {
      if (req.url === "/slow") answers.push(() => res.end("at last"));
      else res.end(Buffer.alloc(64 * 1024 * 1024));
    };
    const deaf = await connected(handle, { stalledMs: 500 });
    deaf.socket.write(get("/large"));
    const slow = connect(deaf.port, "127.0.0.1");
    sockets.push(slow);
    let text = "";
    slow.on("data", (data) => (text += data));
    slow.write(get("/slow"));
    const lost = new Promise<void>((resolve) =>
      server?.once("connection", () => undefined).on("timeout", () => resolve()),
    );
    await lost;
    await vi.waitFor(
      async () => {
        const count = await new Promise<number>((resolve) => server?.getConnections((_, n) => resolve(n)));
        expect(count).toBe(1);
      },
      { timeout: 5_000, interval: 20 },
    );
    answers[0]?.();
    await vi.waitFor(() => expect(text).toContain("at last"), { interval: 5 });
  });
});

describe("past a limit of connections", () => {
  const limits = { all: 4, perAddress: 3, perNetwork: 3, health: 1 };
  const answer: RequestListener = (req, res) => {
    if (req.url !== "/never") res.end(`answer to ${req.url}`);
  };

  /** Opens a connection from a loopback address and sends data. */
  function open(port: number, bytes: string, localAddress: string) {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    const state = { text: "", isClosed: false };
    socket
      .on("error", () => undefined)
      .on("data", (data: Buffer) => (state.text += data.toString()))
      .on("close", () => (state.isClosed = true));
    socket.write(bytes);
    return state;
  }
  const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 3_000 });

  test("closes the one of the same address that has been without a request for longest", async () => {
    const { port, socket } = await connected(answer, { limits });
    socket.destroy();
    const halves = [1, 2, 3].map(() => open(port, "GET / HTTP", "127.0.0.2"));
    const other = open(port, "GET / HTTP", "127.0.0.3");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const next = open(port, get("/a"), "127.0.0.2");
    await until(() => expect(next.text).toContain("answer to /a"));
    expect([...halves, other].map(({ isClosed }) => isClosed)).toEqual([true, false, false, false]);
  });

  test("never closes one that has a request; the health check is answered all the same", async () => {
    const { port, socket } = await connected(answer, { limits });
    socket.destroy();
    const busy = ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"].map((address) =>
      open(port, get("/never"), address),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const page = open(port, get("/a"), "127.0.0.4");
    await until(() => expect(statuses(page.text)).toEqual([503]));
    const health = open(port, get("/healthz?of=ready"), "127.0.0.4");
    await until(() => expect(health.text).toContain("answer to /healthz"));
    expect(busy.some(({ isClosed }) => isClosed)).toBe(false);
  });

  test("counts addresses together behind a proxy", async () => {
    const { port, socket } = await connected(answer, { limits, isBehindProxy: true });
    socket.destroy();
    const halves = [1, 2, 3, 4].map(() => open(port, "GET / HTTP", "127.0.0.2"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(halves.some(({ isClosed }) => isClosed)).toBe(false);
    const next = open(port, get("/a"), "127.0.0.3");
    await until(() => expect(next.text).toContain("answer to /a"));
    expect(halves.map(({ isClosed }) => isClosed)).toEqual([true, false, false, false]);
  });

  test("three addresses have fewer connections than there are", () => {
    const { all, perAddress, perNetwork } = connectionLimits;
    expect(Math.max(3 * perAddress, perNetwork)).toBeLessThan(all / 2);
  });
});

test("heavy work has a turn of the event loop each", async () => {
  let [turns, running] = [0, true];
  const count = () => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  const seen = await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(() => turns)));
  running = false;
  expect(new Set(seen).size).toBe(20);
});

test("heavy work of one visitor among hundreds of another's waits for one of those", async () => {
  const order: string[] = [];
  const work = (visitor: string) => {
    const scope: RequestScope = { requestId: visitor, api: noApiTiming(), visitor };
    return inRequestScope(scope, () => nextTurn().then(() => order.push(visitor)));
  };
  const flood = Array.from({ length: 300 }, () => work("192.0.2.1"));
  await Promise.all([...flood, work("192.0.2.2"), work("192.0.2.3"), work("192.0.2.2")]);
  expect(order.slice(0, 5)).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.1", "192.0.2.2"]);
  expect(order).toHaveLength(303);
});

test("heavy work waits while connections come, but not for ever", async () => {
  const seen: number[] = [];
  let coming = true;
  let turns = 0;
  const come = () => {
    turns += 1;
    if (!coming) return;
    connectionCame();
    setImmediate(come);
  };
  come();
  await Promise.all([1, 2, 3].map(() => nextTurn().then(() => seen.push(turns))));
  coming = false;
  const waits = seen.map((at, n) => at - (seen[n - 1] ?? 0));
  for (const wait of waits) {
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThan(300);
  }
});
