import type { Request, RequestHandler, Response } from "express";
import { countLimited, countPlaces } from "#server/observe/metrics.server";
import { networkKey, visitorKey } from "#server/runtime/client-address";
import { memberOfCookie } from "#server/session/known-member.server";
import { type HolderName, placeLimits, type PlaceLimits, type PlaceName, type PoolLimits } from "./budgets";
import { readiness } from "./readiness";
import { refuse } from "./reject";

interface Visitor {
  address: string | undefined;
  /** Returns a hash of the signed-in member; undefined for a guest. Called only when the shared places refuse. */
  memberOf: () => Promise<string | undefined>;
}

interface Holder {
  name: HolderName;
  key: string;
}

/** Places with a total and a maximum per holder; counts those in use. */
class Pool {
  #inUse = 0;
  readonly #held = new Map<string, number>();

  constructor(
    private readonly place: PlaceName,
    private readonly name: "guests" | "members",
    private readonly limits: PoolLimits,
  ) {}

  /** Returns the name of the limit that is reached; undefined when there is a place. */
  refusal(holders: readonly Holder[]) {
    const { all, reserve, most } = this.limits;
    if (this.#inUse >= all) return this.name;
    const full = holders.find(({ name, key }) => this.#heldBy(key) >= (most[name] ?? Infinity));
    if (full) return full.name;
    const isReserve = this.#inUse >= all - reserve;
    return isReserve && holders.some(({ key }) => this.#heldBy(key) > 0) ? "reserve" : undefined;
  }

  /** @returns a function that releases the place (idempotent) */
  take(holders: readonly Holder[]): () => void {
    let isHeld = true;
    this.#count(holders, 1);
    return () => {
      if (isHeld) this.#count(holders, -1);
      isHeld = false;
    };
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #count(holders: readonly Holder[], change: 1 | -1): void {
    this.#inUse += change;
    countPlaces(this.place, change);
    for (const { key } of holders) {
      const count = this.#heldBy(key) + change;
      if (count > 0) this.#held.set(key, count);
      else this.#held.delete(key);
    }
  }
}

/**
 * A bounded number of places for requests (docs/decisions/0027-places-for-work.md). Each address, IPv6 network and
 * member has a maximum, and the last places are reserved for visitors who hold none.
 */
export class Places {
  readonly #shared: Pool;
  readonly #members: Pool;

  constructor(
    readonly name: PlaceName,
    limits: PlaceLimits = placeLimits[name],
  ) {
    this.#shared = new Pool(name, "guests", limits.shared);
    this.#members = new Pool(name, "members", limits.members);
  }

  /** @returns a function that releases it (idempotent); undefined when there is no place for this visitor */
  async acquire({ address, memberOf }: Visitor): Promise<(() => void) | undefined> {
    const holders = holdersOf(address);
    const sharedRefusal = this.#shared.refusal(holders);
    if (!sharedRefusal) return this.#shared.take(holders);
    const member = await memberOf();
    const own = [...holders, { name: "member" as const, key: `member ${member}` }];
    const refusal = member === undefined ? sharedRefusal : this.#members.refusal(own);
    if (!refusal) return this.#members.take(own);
    countLimited(`${this.name}-${refusal}`);
    if (refusal === "guests") readiness.guestRefused();
    return undefined;
  }
}

/** Returns the holders that an address stands for; none for an unknown address. The network is set for IPv6 only. */
function holdersOf(address: string | undefined): Holder[] {
  if (address === undefined) return [];
  const network = networkKey(address);
  const holder: Holder = { name: "address", key: visitorKey(address) };
  return network === undefined ? [holder] : [holder, { name: "network", key: network }];
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
