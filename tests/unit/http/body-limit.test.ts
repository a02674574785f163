import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { limitedBody } from "#server/http/body-limit";
import { paces } from "#server/http/budgets";

let server: Server | undefined;
/** Uncaught exceptions during a test; each would end the process. */
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

afterEach(async () => {
  process.off("uncaughtException", note);
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
  expect(uncaught.splice(0)).toEqual([]);
});

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Posts a body in pieces over a raw connection, and waits after each piece until the server has received it.
 * @param read reads the body before the server responds
 * @returns the status, and the number of body bytes that the server had received when the connection closed
 */
async function posting(pieces: (number | "end" | "cut")[], read: (reader: Reader) => Promise<void>) {
  process.on("uncaughtException", note);
  let request: IncomingMessage | undefined;
  let taken = 0;
  let readyForMore = () => {};
  server = createServer((req, res) => {
    request = req;
    const reader = limitedBody(req, { limit: 100_000, pace: paces.uploads }, () => undefined).getReader();
    read(reader).then(
      () => {
        res.end("done");
        readyForMore();
      },
      () => {
        res.statusCode = 413;
        res.end("failed");
        readyForMore();
      },
    );
    req.on("data", (chunk: Buffer) => {
      taken += chunk.length;
      setImmediate(() => readyForMore());
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  const chunked = (size: number) => `${size.toString(16)}\r\n${"a".repeat(size)}\r\n`;
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (const piece of pieces) {
    const moved = new Promise<void>((resolve) => (readyForMore = resolve));
    if (piece === "cut") socket.destroy();
    else socket.write(piece === "end" ? "0\r\n\r\n" : chunked(piece));
    if (typeof piece === "number") await moved;
  }
  const deadline = Date.now() + 10_000;
  while (!/\r\n\r\n/.test(answer) && !socket.destroyed && Date.now() < deadline)
    await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await closed;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0), taken, request };
}

const once = async (reader: Reader) => void (await reader.read());
const all = async (reader: Reader) => {
  while (!(await reader.read()).done);
};
/** Cancels the body, as a parser does that needs no more data. */
const giveUp = async (reader: Reader) => {
  await reader.read();
  await reader.cancel();
};

describe("a body that is read to a limit", () => {
  test.each([
    ["whole", [1_000, 1_000, "end"], all, 200, 2_000],
    ["past its limit", [60_000, 60_000, 60_000, "end"], all, 413, 180_000],
    ["given up, and going on", [1_000, 1_000, 1_000, "end"], giveUp, 200, 3_000],
    ["given up at its end", [1_000, "end"], giveUp, 200, 1_000],
    ["given up, and cut", [1_000, 1_000, "cut"], giveUp, 0, 2_000],
    ["left alone after the answer", [1_000, 1_000, "end"], once, 200, 1_000],
    ["cut while it is read", [1_000, "cut"], all, 0, 1_000],
  ] as const)("%s", async (_name, pieces, read, status, taken) => {
    const answer = await posting([...pieces], read);
    if (status > 0) expect(answer.status).toBe(status);
    expect(answer.taken).toBeGreaterThanOrEqual(taken);
  });
});
