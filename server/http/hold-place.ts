import type { Request, RequestHandler, Response } from "express";
import { memberOfCookie } from "#server/session/known-member.server";
import { Places } from "./places";
import { refuse } from "./reject";

/**
 * Takes a place for a request, or refuses the request with 503.
 *
 * @returns a function that releases the place; undefined when the request was refused or its client has disconnected
 */
export async function holdPlace(
  places: Places,
  req: Request,
  res: Response,
): Promise<(() => void) | undefined> {
  const leave = await places.acquire({
    address: res.locals["clientAddress"] as string | undefined,
    memberOf: () => memberOfCookie(req.headers.cookie),
  });
  if (!leave) {
    refuse(req, res, { status: 503, reason: `no place left: ${places.name}` });
    return undefined;
  }
  if (!req.socket.destroyed) return leave;
  leave();
  return undefined;
}

/**
 * Limits the open requests of each visitor behind a proxy, where all connections come from the proxy. Without a proxy,
 * connection-table.ts limits the connections instead.
 */
export function limitOpenRequests(places = new Places("open")): RequestHandler {
  return (req, res, next) => {
    holdPlace(places, req, res).then((leave) => {
      if (!leave) return;
      res.once("close", leave);
      next();
    }, next);
  };
}
