import type { Socket } from "node:net";
import { countConnections, countLimited } from "#server/observe/metrics.server";
import { addressOf, networkKey, visitorKey } from "#server/runtime/client-address";
import type { ConnectionLimits } from "./budgets";
import { readiness } from "./readiness";

/** Connections that share a limit. */
interface Group {
  name: "connections" | "connections-address" | "connections-network";
  key: string;
  limit: number;
  open: number;
  /** Connections without a request (new, with an incomplete head, or kept alive), longest idle first. */
  idle: Set<Socket>;
}

/**
 * Limits the open connections of a server in total and, without a proxy, per address and network. Past a limit it
 * closes the connection that is idle for longest, so incomplete heads never block a visitor; only when every connection
 * has a request it refuses the new one. Node's maxConnections always refuses the new one.
 */
export class ConnectionTable {
  readonly #groups = new Map<string, Group>();
  readonly #ofSocket = new Map<Socket, Group[]>();
  readonly #forHealth = new Set<Socket>();

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly isBehindProxy: boolean,
  ) {}

  /** Records a new connection, or closes it when there is no room. */
  add(socket: Socket): void {
    const groups = this.#groupsOf(socket);
    const full = groups.find((group) => group.open >= group.limit && !this.#evict(group));
    if (full) {
      countLimited(full.name);
      if (full.name === "connections") readiness.guestRefused();
      if (this.#forHealth.size >= this.limits.health) return void socket.destroy();
      this.#forHealth.add(socket);
    }
    this.#ofSocket.set(socket, groups);
    for (const group of groups) {
      this.#groups.set(group.key, group);
      group.open += 1;
      group.idle.add(socket);
    }
    countConnections(1);
    socket.once("close", () => this.#remove(socket));
  }

  /** Returns whether the connection exceeds the limits, so that only the health check is answered on it. */
  isForHealth(socket: Socket): boolean {
    return this.#forHealth.has(socket);
  }

  setBusy(socket: Socket, isBusy: boolean): void {
    for (const { idle } of this.#ofSocket.get(socket) ?? []) {
      if (isBusy) idle.delete(socket);
      else idle.add(socket);
    }
  }

  #groupsOf({ remoteAddress }: Socket): Group[] {
    const { all, perAddress, perNetwork } = this.limits;
    const group = (name: Group["name"], key: string, limit: number): Group =>
      this.#groups.get(key) ?? { name, key, limit, open: 0, idle: new Set() };
    const address = this.isBehindProxy ? undefined : addressOf(remoteAddress);
    const network = address === undefined ? undefined : networkKey(address);
    return [
      ...(address === undefined ? [] : [group("connections-address", visitorKey(address), perAddress)]),
      ...(network === undefined ? [] : [group("connections-network", network, perNetwork)]),
      group("connections", "", all),
    ];
  }

  #evict({ idle, name }: Group): boolean {
    const [oldest] = idle;
    if (!oldest) return false;
    countLimited(`${name}-idle`);
    this.#remove(oldest);
    oldest.destroy();
    return true;
  }

  #remove(socket: Socket): void {
    const groups = this.#ofSocket.get(socket);
    if (!groups || !this.#ofSocket.delete(socket)) return;
    this.#forHealth.delete(socket);
    countConnections(-1);
    for (const group of groups) {
      group.idle.delete(socket);
      group.open -= 1;
      if (group.open === 0) this.#groups.delete(group.key);
    }
  }
}
