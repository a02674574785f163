import type { AppLoadContext, RequestHandler as RemixHandler, ServerBuild } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { randomUUID } from "node:crypto";
import { guestPage } from "#server/protocol/cache-headers.server";
import { noApiTiming } from "#server/runtime/api-timing";
import { nextTurn } from "#server/runtime/event-loop-yield.server";
import { inRequestScope, requestScope } from "#server/runtime/request-scope.server";
import { WholePage } from "#server/web/whole-page.server";
import { sendWhole } from "./compression";
import { writeHead } from "./remix-adapter";
import type { Branch } from "./route-branches";
import { type Page, type PageKey, requestFor } from "./shared-page-cache";

/** Returns whether each route with a loader has `publicPage: true` in its handle, except the root. */
export function isShareable({ routes }: ServerBuild, { ids }: Branch): boolean {
  const own = ids.filter((id) => id !== "root" && routes[id]?.module.loader);
  const handles = own.map((id) => routes[id]?.module.handle as { publicPage?: boolean } | undefined);
  return own.length > 0 && handles.every((handle) => handle?.publicPage === true);
}

/** Renders a page from its cache key alone; undefined when the response sets a cookie or its scripts need a nonce. */
export async function renderShared(
  handlerFor: (url: string) => RemixHandler,
  key: PageKey,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const requestId = randomUUID();
  const context: AppLoadContext = {
    requestId,
    theme: key.theme,
    ...(key.offer ? { languageOffer: key.offer } : {}),
  };
  const api = noApiTiming();
  const asker = requestScope();
  const result = await inRequestScope({ requestId, api, gone: signal }, async () => {
    await nextTurn();
    const response = await handlerFor(key.url)(requestFor(key, signal), context);
    const html = context.page ?? new WholePage(Buffer.from(await response.arrayBuffer()));
    const { status, headers } = response;
    if (headers.has("Set-Cookie") || (context.page && html.scripts === undefined)) return undefined;
    const isToKeep = status === 200 && context.isSameForAll === true;
    // A page that shows its request id has no entity tag and is cached only in this process.
    if (isToKeep && html.etag !== undefined)
      for (const [name, value] of Object.entries(guestPage)) headers.set(name, value);
    return { status, headers: [...headers], html, renderedBy: requestId, isToKeep };
  });
  if (asker) {
    asker.api.calls += api.calls;
    asker.api.waits.push(...api.waits);
  }
  return result;
}

export async function sendPage(page: Page, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  res.locals["renderedBy"] = page.renderedBy;
  // An error page shows the request id of its render, so the headers must name the same id.
  if (page.status >= 400) {
    res.setHeader("X-Request-Id", page.renderedBy);
    res.setHeader("Server-Timing", `id;desc="${page.renderedBy}"`);
  }
  writeHead(page.status, page.headers, res);
  // `?lng=` sets the language cookie, so this copy is personal.
  if (res.hasHeader("Set-Cookie")) res.setHeader("Cache-Control", "private, no-cache");
  await sendWhole(req, res, page.html);
}
