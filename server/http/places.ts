import type { Request, RequestHandler, Response } from "express";
import { countLimited, countPlaces } from "#server/observe/metrics.server";
import { networkKey, visitorKey } from "#server/runtime/client-address";
import { memberOfCookie } from "#server/session/known-member.server";
import { placeLimits, type PlaceLimits, type PlaceName } from "./budgets";
import { readiness } from "./readiness";
import { refuse } from "./reject";

interface Visitor {
  address: string | undefined;
  /** Returns a hash of the signed-in member; undefined for a guest. Called only when the shared places refuse. */
  memberOf: () => Promise<string | undefined>;
}

class Pool {
  inUse = 0;
  readonly #held = new Map<string, number>();

  heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  count(holders: readonly string[], change: 1 | -1): void {
    this.inUse += change;
    for (const holder of holders) {
      const count = this.heldBy(holder) + change;
      if (count > 0) this.#held.set(holder, count);
      else this.#held.delete(holder);
    }
  }
}

/**
 * A bounded number of places for requests (docs/decisions/0027-places-for-work.md). Each address, IPv6 network and
 * member has a maximum, and the last places are reserved for visitors who hold none.
 */
export class Places {
  readonly #shared = new Pool();
  readonly #members = new Pool();

  constructor(
    readonly name: PlaceName,
    private readonly limits: PlaceLimits = placeLimits[name],
    private readonly ready = readiness,
  ) {}

  /** @returns a function that releases it (idempotent); undefined when there is no place for this visitor */
  async acquire({ address, memberOf }: Visitor): Promise<(() => void) | undefined> {
    const holders = holdersOf(address);
    const refusal = this.#sharedRefusal(holders);
    if (!refusal) return this.#take(this.#shared, holders);
    const member = await memberOf();
    if (member === undefined) {
      countLimited(`${this.name}-${refusal}`);
      if (refusal === "guests") this.ready.guestRefused();
      return undefined;
    }
    const holder = `member ${member}`;
    const memberRefusal = this.#memberRefusal(holders, holder);
    if (!memberRefusal) return this.#take(this.#members, [...holders, holder]);
    countLimited(`${this.name}-${memberRefusal}`);
    return undefined;
  }

  #sharedRefusal(holders: readonly string[]): "guests" | "address" | "network" | "reserve" | undefined {
    const { shared, sharedReserve, perAddress, perNetwork } = this.limits;
    const [address, network] = holders.map((holder) => this.#shared.heldBy(holder));
    if (this.#shared.inUse >= shared) return "guests";
    if ((address ?? 0) >= perAddress) return "address";
    if ((network ?? 0) >= perNetwork) return "network";
    const isReserve = this.#shared.inUse >= shared - sharedReserve;
    return isReserve && (address || network) ? "reserve" : undefined;
  }

  #memberRefusal(holders: readonly string[], member: string): "members" | "member" | "reserve" | undefined {
    const { members, membersReserve, perMember } = this.limits;
    const pool = this.#members;
    if (pool.inUse >= members) return "members";
    if (pool.heldBy(member) >= perMember) return "member";
    const isReserve = pool.inUse >= members - membersReserve;
    return isReserve && [...holders, member].some((holder) => pool.heldBy(holder) > 0)
      ? "reserve"
      : undefined;
  }

  #take(pool: Pool, holders: readonly string[]): () => void {
    let isHeld = true;
    const count = (change: 1 | -1) => {
      pool.count(holders, change);
      countPlaces(this.name, change);
    };
    count(1);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      count(-1);
    };
  }
}

/** Returns the holder keys of an address: the address, then the network for IPv6. Empty for an unknown address. */
function holdersOf(address: string | undefined): string[] {
  if (address === undefined) return [];
  return [visitorKey(address), networkKey(address)].filter((key) => key !== undefined);
}

/** Returns a function that releases the place; undefined after a refusal (503), or for a disconnected client. */
export async function holdPlace(
  places: Places,
  req: Request,
  res: Response,
): Promise<(() => void) | undefined> {
  const leave = await places.acquire({
    address: res.locals["clientAddress"] as string | undefined,
    memberOf: () => memberOfCookie(req.headers.cookie),
  });
  if (!leave) refuse(req, res, { status: 503, reason: `no place left: ${places.name}` });
  if (!req.socket.destroyed) return leave;
  leave?.();
  return undefined;
}

/** Limits the open requests of each visitor behind a proxy; without one, connection-table.ts limits connections. */
export function limitOpenRequests(): RequestHandler {
  const places = new Places("open");
  return (req, res, next) => {
    holdPlace(places, req, res).then((leave) => {
      if (!leave) return;
      res.once("close", leave);
      next();
    }, next);
  };
}
