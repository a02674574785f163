import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { env } from "#server/config/env.server";

/** Paths that search engines need not crawl. Pages that may be crawled but not listed have `noindex`. */
const closed = [
  paths.myPage.root,
  paths.support.requests(),
  paths.resetLink(""),
  paths.accessDenied,
  paths.language,
  paths.signOut,
  paths.health,
];

export function loader({ request }: LoaderFunctionArgs) {
  const origin = env().siteUrl ?? new URL(request.url).origin;
  const body = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `Sitemap: ${origin}${paths.sitemap}`,
    "",
  ].join("\n");
  return new Response(body, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
