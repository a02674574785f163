import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serverOptions } from "#server/http/budgets";
import { respondToClientError } from "#server/http/client-error";
import { closed, listening } from "../../kit/programs/listening";

let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer(serverOptions, (_req, res) => res.end("fine"));
  server.on("clientError", respondToClientError);
  port = Number(new URL(await listening(server)).port);
});
afterEach(() => closed(server));

const send = (head: string) => {
  const socket = connect(port, "127.0.0.1");
  socket.write(head);
  return text(socket);
};

describe("a head that cannot be parsed", () => {
  it("with a cookie of 17 kB is 431, and says what to do in four languages", async () => {
    const response = await send(
      `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=${"x".repeat(17_000)}\r\n\r\n`,
    );
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(head).toMatch(/Content-Type: text\/html; charset=utf-8/);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    for (const lang of ["ja", "en", "ko", "zh-Hans"]) expect(body).toContain(`<p lang="${lang}">`);
    expect(body).toContain("Please delete them in your browser");
  });

  it("without a method is 400", async () =>
    expect(await send("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request/));

  it("of a browser that fits gets the page", async () =>
    expect(await send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain("fine"));
});
