import { json } from "@remix-run/node";
import { env } from "#server/config/env.server";

/**
 * Refuses a form that another site sent. The HTTP front has done so before (server/http/guard.ts); this is for
 * the servers without it, `remix-serve` and `remix dev`, whose own check leaves out resource routes and `_data`.
 *
 * Only the hosts are compared: behind a proxy that ends https these servers see their own address as http.
 *
 * @throws a 403 Response with the catalogue's message when a request that may change something has no Origin, or
 * one of another host
 */
export function requireOwnOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("Origin") ?? "";
  const own = new URL(env().siteUrl ?? request.url);
  if (URL.canParse(origin) && new URL(origin).host === own.host) return;
  throw json({ messageKey: "errors:http.403" }, { status: 403 });
}
