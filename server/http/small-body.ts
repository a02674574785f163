import type { Request, RequestHandler, Response as ExpressResponse } from "express";
import { limitedBody } from "./body-limit";
import { type Pace, paces } from "./budgets";
import { bodyLimit, isUpload } from "./guard";
import { holdPlace, Places } from "./places";
import { refuseBody } from "./reject";

/**
 * Reads the body of each POST except uploads into `res.locals.body`, before the request takes a place for work, so that
 * a slow sender cannot hold one.
 */
export function readSmallBodies(places = new Places("bodies"), pace: Pace = paces.bodies): RequestHandler {
  const read = async (req: Request, res: ExpressResponse): Promise<boolean> => {
    const leave = await holdPlace(places, req, res);
    if (!leave) return false;
    const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
    // Does not yield: the body would hold its place while pages are rendered.
    const body = limitedBody(req, { limit, pace, yields: false }, (problem) => refuseBody(req, res, problem));
    // Rejects when the body is refused (`refuseBody` has responded) or the client has disconnected.
    const bytes = await new Response(body).arrayBuffer().catch(() => undefined);
    leave();
    res.locals["body"] = bytes && Buffer.from(bytes);
    return bytes !== undefined;
  };
  return (req, res, next) => {
    if (req.method !== "POST" || isUpload(req.originalUrl, req.headers["content-type"])) return next();
    read(req, res).then((isRead) => isRead && next(), next);
  };
}
