import { NO_STREAM_PARAM } from "~/domain/streaming-param";

/** A script inserts the late parts, so scripts must have run before. Without them the whole page is requested. */
export const canStream = (request: Request) => hasCookie(request) && !asksForWhole(request);

/** Returns the Set-Cookie header that clears the scripts cookie after a request for a whole page. */
export const scriptsForgotten = (request: Request) =>
  hasCookie(request) && asksForWhole(request) ? "scripts=; Path=/; Max-Age=0; SameSite=Lax" : undefined;

const hasCookie = (request: Request) =>
  /(?:^|;\s*)scripts=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
const asksForWhole = (request: Request) => new URL(request.url).searchParams.has(NO_STREAM_PARAM);
