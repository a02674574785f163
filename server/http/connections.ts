import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countLimited } from "#server/observe/metrics.server";
import { noteConnection, nextTurn } from "#server/runtime/event-loop-yield.server";
import { timeSliced } from "./request-queue";
import { connectionLimits, MOST_PIPELINED, RETRY_AFTER_SECONDS, STALLED_MS } from "./budgets";
import { ConnectionTable } from "./connection-table";
import { healthPath } from "./guard";

const isHealthCheck = (url: string) => url === healthPath || url.startsWith(`${healthPath}?`);

type Exchange = [IncomingMessage, ServerResponse];

/** What a connection has sent that is not answered. */
interface Line {
  isBusy: boolean;
  waiting: Exchange[];
  /** One request too many came: what follows is not looked at. */
  isClosing: boolean;
}

interface Bounds {
  /** Whether visitors' connections end at a proxy, so that many visitors share an address here. */
  isBehindProxy?: boolean;
  limits?: typeof connectionLimits;
  stalledMs?: number;
}

/**
 * Hands a server's requests on, within bounds: so many connections, one request at a time on each, and no connection
 * stays open whose client does not read.
 *
 * The answers of a connection leave in the order of its requests anyway; a thousand that come in one packet
 * (pipelining) are a thousand turns of the event loop then, with others' in between. Past 16 that wait, the next one
 * is answered 503 and the connection is closed. Those that many connections send at once are begun a slice at a time
 * (http/request-queue.ts); the health check is answered before them.
 */
export function handleWithinBounds(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  { isBehindProxy = false, limits = connectionLimits, stalledMs = STALLED_MS }: Bounds = {},
): void {
  const table = new ConnectionTable(limits, isBehindProxy);
  const lines = new WeakMap<Socket, Line>();
  const begin = timeSliced();
  const start = (line: Line, [req, res]: Exchange) => {
    line.isBusy = true;
    table.setBusy(req.socket, true);
    res.once("close", () => setImmediate(() => void next(line, req.socket)));
    if (isHealthCheck(req.url ?? "")) return handle(req, res);
    begin(() => {
      // Who has gone meanwhile is not waited for.
      if (!req.socket.destroyed) handle(req, res);
    });
  };
  const next = async (line: Line, socket: Socket) => {
    // A hundred connections that send ahead are a hundred turns too, and not one long one.
    if (line.waiting.length > 0) await nextTurn();
    line.isBusy = false;
    const first = line.waiting.shift();
    if (!first) return table.setBusy(socket, false);
    if (first[0].socket.destroyed) line.waiting = [];
    else start(line, first);
  };
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const line = lines.get(socket) ?? { isBusy: false, waiting: [], isClosing: false };
    lines.set(socket, line);
    if (line.isClosing) return;
    if (table.isForHealth(socket) && !isHealthCheck(req.url ?? "")) return close(line, res);
    if (!line.isBusy) return start(line, [req, res]);
    if (line.waiting.length < MOST_PIPELINED) return void line.waiting.push([req, res]);
    countLimited("pipelined");
    close(line, res);
  });

  server.on("connection", (socket: Socket) => {
    noteConnection();
    table.add(socket);
  });
  server.setTimeout(stalledMs, (socket) => {
    const isStalled = socket.writableLength > 0;
    if (isStalled) countLimited("stalled");
    // With nothing to send it waits for us (a slow call of the API), or is idle for too long.
    if (isStalled || !lines.get(socket)?.isBusy) socket.destroy();
  });
}

function close(line: Line, res: ServerResponse): void {
  line.isClosing = true;
  res.writeHead(503, { "Retry-After": RETRY_AFTER_SECONDS, Connection: "close" }).end();
}
