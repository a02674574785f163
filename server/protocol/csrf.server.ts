import { json } from "@remix-run/node";
import { env } from "#server/config/env.server";

/**
 * Refuses a form that another site sent. The HTTP front already does so (server/http/guard.ts); this is for servers
 * without it, `remix-serve` and `remix dev`, whose own check skips resource routes and `_data`.
 *
 * It compares only the hosts: behind a TLS-terminating proxy these servers see their own URL as http.
 *
 * @throws a 403 Response with the catalogue's message when a request other than GET or HEAD has no Origin, or one of
 * another host
 */
export function requireOwnOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("Origin") ?? "";
  const own = new URL(env().siteUrl ?? request.url);
  if (URL.canParse(origin) && new URL(origin).host === own.host) return;
  throw json({ messageKey: "errors:http.403" }, { status: 403 });
}
