import type { Request, Response } from "express";
import { log } from "#server/observe/log.server";
import { RETRY_AFTER_SECONDS } from "./budgets";
import { type BodyProblem, discard } from "./body-limit";
import { bodyLimit, type Refusal } from "./guard";
import { languageOfHead } from "#server/protocol/language";
import { type FrontStatus, refusalPage, refusalText } from "./error-page";

/** Sends the front's error page; for data requests (`_data`) JSON that makes Remix render the error boundary. */
export function answerWith(req: Request, res: Response, status: FrontStatus): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const requestId = String(res.locals["requestId"]);
  const lng = languageOfHead({ url: req.originalUrl, headers: req.headers });
  res.status(status);
  res.setHeader("Cache-Control", "no-store");
  if (status === 503) res.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  // The rest of a slow body is not worth reading, so close the connection.
  if (status === 408) res.setHeader("Connection", "close");
  if (status === 405) res.setHeader("Allow", "GET, HEAD, POST");
  if (/[?&]_data=/.test(req.originalUrl)) {
    res.setHeader("X-Remix-Catch", "yes");
    res.json({ message: refusalText(status, lng), requestId });
  } else {
    res.setHeader("Content-Language", lng);
    res.type("html").send(refusalPage(status, lng, requestId));
  }
  if (!req.complete) discard(req);
}

/** Ends a refused request and logs the reason. */
export function refuse(req: Request, res: Response, { status, reason }: Refusal): void {
  log.warn({ requestId: res.locals["requestId"] as string, status, reason }, "refused");
  answerWith(req, res, status);
}

/** Ends a request whose body exceeded its limit in bytes, or was slower than its pace. */
export function refuseBody(req: Request, res: Response, problem: BodyProblem): void {
  if (problem === "too-slow") return refuse(req, res, { status: 408, reason: "body too slow" });
  const limit = bodyLimit(req.originalUrl, req.headers["content-type"]);
  refuse(req, res, { status: 413, reason: `body of more than ${limit} bytes` });
}
