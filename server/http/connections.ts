import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countLimited } from "#server/observe/metrics.server";
import { connected, turn } from "#server/request/turns.server";
import { RETRY_AFTER_SECONDS } from "./admission";
import { inSlices } from "./arrivals";
import { healthPath } from "./guard";

/** Connections at once. Each costs some 20 kB; browsers open six, a proxy some hundreds for all its visitors. */
const MOST_CONNECTIONS = 5_000;
/** Requests that a connection may send ahead while one is answered. Browsers and proxies send none. */
const MOST_WAITING = 16;
/** A connection whose other side takes nothing of an answer for so long is closed. */
const STALLED_MS = 30_000;

const isHealthCheck = (url: string) => url === healthPath || url.startsWith(`${healthPath}?`);

type Exchange = [IncomingMessage, ServerResponse];

/** What a connection has sent that is not answered. */
interface Line {
  isBusy: boolean;
  waiting: Exchange[];
  /** One request too many came: what follows is not looked at. */
  isClosing: boolean;
}

/**
 * Hands a server's requests on, within bounds: so many connections, one request at a time on each, and no connection
 * stays open whose other side does not read.
 *
 * The answers of a connection leave in the order of its requests anyway; a thousand that come in one packet
 * (pipelining) are a thousand turns of the event loop then, with others' in between. Past 16 that wait, the next one
 * is answered 503 and the connection is closed. Those that many connections send at once are begun a slice at a time
 * (arrivals.ts); the health check is answered before them.
 *
 * @param stalledMs for tests
 */
export function handleWithinBounds(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  stalledMs = STALLED_MS,
): void {
  const lines = new WeakMap<Socket, Line>();
  const begin = inSlices();
  const start = (line: Line, [req, res]: Exchange) => {
    line.isBusy = true;
    res.once("close", () => setImmediate(() => void next(line)));
    if (isHealthCheck(req.url ?? "")) return handle(req, res);
    begin(() => {
      // Who has gone meanwhile is not waited for.
      if (!req.socket.destroyed) handle(req, res);
    });
  };
  const next = async (line: Line) => {
    // A hundred connections that send ahead are a hundred turns too, and not one long one.
    if (line.waiting.length > 0) await turn();
    line.isBusy = false;
    const first = line.waiting.shift();
    if (!first) return;
    if (first[0].socket.destroyed) line.waiting = [];
    else start(line, first);
  };
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const line = lines.get(socket) ?? { isBusy: false, waiting: [], isClosing: false };
    lines.set(socket, line);
    if (line.isClosing) return;
    if (!line.isBusy) return start(line, [req, res]);
    if (line.waiting.length < MOST_WAITING) return void line.waiting.push([req, res]);
    line.isClosing = true;
    countLimited("pipelined");
    res.writeHead(503, { "Retry-After": RETRY_AFTER_SECONDS, Connection: "close" }).end();
  });

  let open = 0;
  server.on("connection", (socket: Socket) => {
    connected();
    open += 1;
    socket.once("close", () => (open -= 1));
    // Not by maxConnections: a worker (WORKERS) past it hands a connection back, to be given to the next, round and round.
    if (open <= MOST_CONNECTIONS) return;
    countLimited("connections");
    socket.destroy();
  });
  server.setTimeout(stalledMs, (socket) => {
    const isStalled = socket.writableLength > 0;
    if (isStalled) countLimited("stalled");
    // With nothing to send it waits for us (a slow call of the API), or is idle for too long.
    if (isStalled || !lines.get(socket)?.isBusy) socket.destroy();
  });
}
