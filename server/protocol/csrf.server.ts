import { json } from "@remix-run/node";
import { env } from "#server/config/env.server";

/**
 * Refuses (403) a form that another site sent, for servers without the HTTP front (whose guard does so): `remix-serve`
 * and `remix dev` do not check resource routes and `_data`. Compares only the hosts: behind a TLS-terminating proxy
 * these servers see their own URL as http.
 */
export function requireOwnOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("Origin") ?? "";
  // See refusalOfPost in server/http/guard.ts.
  if (origin === "null" && request.headers.get("Sec-Fetch-Site") === "same-origin") return;
  const own = new URL(env().siteUrl ?? request.url);
  if (URL.canParse(origin) && new URL(origin).host === own.host) return;
  throw json({ messageKey: "errors:http.403" }, { status: 403 });
}
