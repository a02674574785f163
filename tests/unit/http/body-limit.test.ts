import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import express from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSmallBodies } from "#server/http/body-limit";
import { log } from "#server/observe/log.server";
import { closed, listening } from "../../kit/programs/listening";

let server: Server;
let origin: string;

beforeEach(async () => {
  vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const app = express().post("*", readSmallBodies());
  app.use((req, res) => res.end(`read ${Buffer.isBuffer(req.body) ? req.body.length : "nothing"}`));
  server = createServer(app);
  origin = await listening(server);
});
afterEach(() => closed(server));

async function post(path: string, body: string, headers: Record<string, string> = {}, method = "POST") {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const sent = request(origin + path, { method, headers: { ...type, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return [response.statusCode, text.slice(0, 12)];
}

const chunked = { "Transfer-Encoding": "chunked" };

test.each([
  ["/sign-in", 0, {}, [200, "read 0"]],
  ["/sign-in", 64 * 1024, {}, [200, "read 65536"]],
  ["/sign-in", 64 * 1024, chunked, [200, "read 65536"]],
  ["/sign-in", 64 * 1024 + 1, {}, [413, expect.any(String)]],
  ["/sign-in", 64 * 1024 + 1, chunked, [413, expect.any(String)]],
  ["/browser-error", 16 * 1024 + 1, {}, [413, expect.any(String)]],
  ["/sign-in", 10, { "Content-Encoding": "gzip" }, [400, expect.any(String)]],
])("answers a body of %s with %i bytes (case %#)", async (path, size, headers, expected) => {
  expect(await post(path, "a".repeat(size), headers)).toEqual(expected);
});

test("leaves uploads to their action, and reads no body of a GET", async () => {
  const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
  expect(await post("/support/inquiry", "--x--", multipart)).toEqual([200, "read nothing"]);
  expect(await post("/news", "", {}, "GET")).toEqual([200, "read nothing"]);
});

test("goes on when a sender ends early", async () => {
  const sent = request(`${origin}/sign-in`, { method: "POST", headers: { "Content-Length": "100" } });
  sent.on("error", () => undefined);
  await new Promise((resolve) => sent.write("a", resolve));
  sent.destroy();
  expect(await post("/sign-in", "ab")).toEqual([200, "read 2"]);
});
