/**
 * Attackers that hold connections and requests open with raw sockets: the cells of the attack matrix
 * (places.test.ts).
 */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export const phases = ["connected", "half a head", "no body", "dripped body", "unread", "pipelined"] as const;
export const identities = ["guest", "ended", "member", "members"] as const;
export const sources = ["one", "three", "a /48", "proxy"] as const;
export const targets = ["page", "form", "upload", "_data"] as const;

export interface Cell {
  phase: (typeof phases)[number];
  who: (typeof identities)[number];
  from: (typeof sources)[number];
  what: (typeof targets)[number];
}

/** All distinct cells: a bare connection sends no cookie, and half a head has no target. */
export const cells: Cell[] = phases.flatMap((phase) =>
  sources.flatMap((from) =>
    identities.flatMap((who) =>
      targets.flatMap((what) => {
        const isSame =
          (phase === "connected" && (who !== "guest" || what !== "page")) ||
          (phase === "half a head" && what !== "page" && what !== "form");
        return isSame ? [] : [{ phase, who, from, what }];
      }),
    ),
  ),
);

export interface Attack {
  port: number;
  cell: Cell;
  /** Cookies of the cell's identity, which the attackers use in turn. */
  cookies: string[];
  /** Sends the attackers' addresses in X-Forwarded-For instead of using them as local addresses. */
  isForwarded: boolean;
}

const FORM = "application/x-www-form-urlencoded";
const DATA = "_data=routes%2Faccount%2Fsign-in%2Froute";

/** Number of connections per phase: more than the site accepts where a connection costs the attacker nothing. */
const COUNT = {
  connected: 5_100,
  "half a head": 5_100,
  "no body": 600,
  "dripped body": 600,
  unread: 600,
  pipelined: 40,
};
const PIPELINED = 12;
const DRIP_MS = 250;

/** Runs an attack until it is stopped. An attacker whose connection is closed reconnects. */
export class Crowd {
  readonly #attack: Attack;
  readonly #sockets = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(attack: Attack) {
    this.#attack = attack;
  }

  /** Number of open connections. */
  get open(): number {
    return this.#sockets.size;
  }

  async start(): Promise<void> {
    const count = COUNT[this.#attack.cell.phase];
    for (let n = 1; n <= count; n += 1) {
      this.#open();
      if (n % 300 === 0) await pause(10);
    }
    await pause(250);
    this.#timer = setInterval(() => {
      const isDripping = this.#attack.cell.phase === "dripped body";
      if (isDripping) for (const socket of this.#sockets) socket.write("a");
      const missing = Math.min(5, count - this.open);
      for (let n = 0; n < missing; n += 1) this.#open();
    }, DRIP_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  #open(): void {
    const { port, cell, isForwarded } = this.#attack;
    const n = this.#next++;
    const address = addressOf(cell, n);
    const localAddress = isForwarded ? "127.0.0.1" : address;
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    this.#sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    if (cell.phase === "unread") socket.pause();
    else socket.resume();
    if (cell.phase !== "connected") {
      socket.write(requestOf(this.#attack, n, isForwarded ? address : undefined));
    }
  }
}

/** Returns the address of the n-th attacker. A /48 has 256 visitors, one per /56. */
function addressOf({ from }: Cell, n: number): string {
  if (from === "one") return "127.0.0.2";
  if (from === "a /48") return `2001:db8:7:${((n % 256) << 8).toString(16)}::1`;
  return `127.0.0.${2 + (n % 3)}`;
}

function requestOf({ port, cell, cookies }: Attack, n: number, forwardedFor: string | undefined): string {
  const { phase, what } = cell;
  const cookie = cookies[n % cookies.length];
  const isWhole = phase === "unread" || phase === "pipelined";
  const body = bodyOf(what, isWhole);
  const path =
    what === "upload" ? "/support/inquiry" : `/sign-in?n=${n}${what === "_data" ? `&${DATA}` : ""}`;
  const lines = [
    `${body ? "POST" : "GET"} ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Origin: http://localhost:${port}`,
    ...(forwardedFor === undefined ? [] : [`X-Forwarded-For: ${forwardedFor}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(body ? [`Content-Type: ${body.type}`] : []),
    ...(body || !isWhole ? [`Content-Length: ${body?.length ?? 100}`] : []),
  ];
  if (phase === "half a head") return `${lines.slice(0, -1).join("\r\n")}\r\nX-Half: a`;
  const request = `${lines.join("\r\n")}\r\n\r\n${isWhole ? (body?.text ?? "") : ""}`;
  return phase === "pipelined" ? request.repeat(PIPELINED) : request;
}

/** Returns the body that an attacker announces, and sends if complete; undefined for a GET. */
function bodyOf(what: Cell["what"], isWhole: boolean) {
  if (what === "page" || (what === "_data" && isWhole)) return undefined;
  if (what !== "upload") return { type: FORM, length: 100, text: "a=".padEnd(100, "a") };
  const text = '--b\r\nContent-Disposition: form-data; name="subject"\r\n\r\na\r\n--b--\r\n';
  return { type: "multipart/form-data; boundary=b", length: isWhole ? text.length : 1_000_000, text };
}

/**
 * Opens one connection from a separate address, and drips bytes in that phase.
 * @returns the time until it was closed, in ms
 */
export function closedAfter(port: number, phase: Cell["phase"], what: Cell["what"]): Promise<number> {
  const cell: Cell = { phase, what, who: "guest", from: "one" };
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.40" });
    const drip = setInterval(() => phase === "dripped body" && socket.write("a"), DRIP_MS);
    socket.on("error", () => undefined).resume();
    socket.once("close", () => {
      clearInterval(drip);
      resolve(Math.round(performance.now() - start));
    });
    socket.write(requestOf({ port, cell, cookies: [], isForwarded: false }, 0, undefined));
  });
}
