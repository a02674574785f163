import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countLimited } from "#server/observe/metrics.server";
import { noteConnection, nextTurn, connectionsFirst } from "#server/runtime/event-loop-yield.server";
import { connectionLimits, MOST_PIPELINED, RETRY_AFTER_SECONDS, STALLED_MS } from "./budgets";
import { ConnectionTable } from "./connection-table";
import { healthPath } from "./guard";

const isHealthCheck = (url: string) => url === healthPath || url.startsWith(`${healthPath}?`);

type Exchange = [IncomingMessage, ServerResponse];

/** Unanswered requests of one connection. */
interface Line {
  isBusy: boolean;
  waiting: Exchange[];
  /** Set after one request too many: later requests are ignored. */
  isClosing: boolean;
}

/**
 * Passes a server's requests to the handler, with a maximum number of connections and a write timeout for clients that
 * do not read. One request at a time per connection, so that pipelined requests leave turns for other work; when 16
 * wait, the next one gets 503 and the connection is closed. Health checks bypass the queue of `timeSliced`.
 */
export function handleWithinBounds(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  { isBehindProxy = false, limits = connectionLimits, stalledMs = STALLED_MS } = {},
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
      // Skip the request if the client has disconnected.
      if (!req.socket.destroyed) handle(req, res);
    });
  };
  const next = async (line: Line, socket: Socket) => {
    // Yield, so that a hundred pipelining connections do not run in one long turn.
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
    // Without unsent data, the socket either waits for a slow handler (keep it) or is idle (close it).
    if (isStalled || !lines.get(socket)?.isBusy) socket.destroy();
  });
}

function close(line: Line, res: ServerResponse): void {
  line.isClosing = true;
  res.writeHead(503, { "Retry-After": RETRY_AFTER_SECONDS, Connection: "close" }).end();
}

/** Starts requests in order of arrival, for `sliceMs` per event-loop turn. Node would start all of a turn at once. */
export function timeSliced(sliceMs = 4): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  const isPassedOver = connectionsFirst();
  /** Deadline of this turn's slice; undefined before its first request. */
  let end: number | undefined;

  const openSlice = () => {
    end = isPassedOver() ? 0 : performance.now() + sliceMs;
    setImmediate(runNext);
    return end;
  };
  const runNext = () => {
    end = undefined;
    if (waiting.length === 0) return;
    const until = openSlice();
    if (until === 0) return;
    // Start at least one per turn, so that a slow request cannot starve the queue.
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < until);
  };

  return (begin) => {
    const until = end ?? openSlice();
    if (waiting.length > 0 || performance.now() >= until) waiting.push(begin);
    else begin();
  };
}
