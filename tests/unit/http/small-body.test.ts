import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";
import { placeLimits } from "#server/http/budgets";
import { Places } from "#server/http/places";
import { readSmallBodies } from "#server/http/body-limit";
import { log } from "#server/observe/log.server";

const pace = { graceMs: 400, bytesPerSecond: 1_000, deadlineMs: 1_500 };
let server: Server | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** Serves an app that responds with the length of the body read. */
async function serving(places = new Places("bodies")): Promise<number> {
  vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const app = express();
  app.use((_req, res, next) => {
    res.locals["clientAddress"] = "192.0.2.1";
    next();
  });
  app.use(readSmallBodies(places, pace));
  app.use((_req, res) => res.end(`read ${(res.locals["body"] as Buffer).length}`));
  const started = createServer(app);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return (started.address() as AddressInfo).port;
}

/** Sends a form's headers, and optionally body bytes. */
function post(port: number, length: number | "chunked", body = "") {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const state = { socket, text: "", closedAfterMs: NaN };
  const start = performance.now();
  socket
    .on("error", () => undefined)
    .on("data", (data: Buffer) => (state.text += data.toString()))
    .on("close", () => (state.closedAfterMs = performance.now() - start));
  const size = length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(
    `POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${size}\r\n\r\n${body}`,
  );
  return state;
}
const until = (check: () => void) => vi.waitFor(check, { interval: 10, timeout: 5_000 });
const places = (address: number) => {
  const { shared, members } = placeLimits.bodies;
  return new Places("bodies", { members, shared: { ...shared, most: { ...shared.most, address } } });
};

test("a body in several packets is read whole, and its place given back", async () => {
  const port = await serving(places(1));
  for (let round = 0; round < 3; round += 1) {
    const sent = post(port, 30, "a".repeat(10));
    setTimeout(() => sent.socket.write("b".repeat(20)), 20);
    await until(() => expect(sent.text).toContain("read 30"));
  }
});

test("a body that does not come is answered 408 after the grace, and its connection closed", async () => {
  const port = await serving();
  const sent = post(port, 100);
  await until(() => expect(sent.closedAfterMs).toBeGreaterThan(0));
  expect(sent.text).toContain("HTTP/1.1 408");
  expect(sent.closedAfterMs).toBeGreaterThan(pace.graceMs - 50);
  expect(sent.closedAfterMs).toBeLessThan(pace.deadlineMs);
});

test("a body above the rate is read until the deadline, and no longer", async () => {
  const port = await serving();
  const sent = post(port, 60_000);
  const timer = setInterval(() => sent.socket.write("a".repeat(200)), 50);
  await until(() => expect(sent.closedAfterMs).toBeGreaterThan(0));
  clearInterval(timer);
  expect(sent.text).toContain("HTTP/1.1 408");
  expect(sent.closedAfterMs).toBeGreaterThan(pace.deadlineMs - 50);
});

test("a body that is longer than it may be is answered 413, whatever its head says", async () => {
  const port = await serving();
  const chunk = `2000\r\n${"a".repeat(0x2000)}\r\n`;
  const sent = post(port, "chunked", chunk.repeat(9));
  await until(() => expect(sent.text).toContain("HTTP/1.1 413"));
});

test("past the places of an address a body is refused before it is read; one that ends gives its place back", async () => {
  const port = await serving(places(2));
  const waiting = [post(port, 100), post(port, 100)];
  await new Promise((resolve) => setTimeout(resolve, 50));
  const refused = post(port, 100);
  await until(() => expect(refused.text).toContain("HTTP/1.1 503"));
  waiting[0]?.socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const next = post(port, 3, "abc");
  await until(() => expect(next.text).toContain("read 3"));
});
