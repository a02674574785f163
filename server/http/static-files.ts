import { type RequestHandler, Router } from "express";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

const YEAR = 31_536_000;
const HOUR = 3_600;

/** Headers that only matter for pages. On the 80 files of the home page they would add 40 kB. */
const pageHeaders = [
  "Content-Security-Policy",
  "Permissions-Policy",
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "Referrer-Policy",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Frame-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
  "X-Request-Id",
];

/** A picture can be opened as a page, and an SVG can contain scripts and links: with this policy it is only drawn. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Removes the page headers from files; pictures get a policy of their own. Manifests and text files keep them. */
function shortenHeaders(res: ServerResponse, pathname: string): void {
  const isPicture = /\.(svg|webp|avif|png|jpg|ico)$/.test(pathname);
  if (!isPicture && !/\.(js|css|woff2|json)$/.test(pathname)) return;
  for (const name of pageHeaders) res.removeHeader(name);
  if (isPicture) res.setHeader("Content-Security-Policy", PICTURE_POLICY);
}

/**
 * Serves the files of the build, precompressed. Assets have hashed names and are cached for a year; other files (icons,
 * artwork) for an hour.
 *
 * @param keptFolder the assets of earlier builds (http/previous-assets.ts)
 */
export function staticFiles(clientFolder: string, keptFolder?: string): RequestHandler {
  const router = Router();
  const assets = [join(clientFolder, "assets"), ...(keptFolder ? [keptFolder] : [])].map((folder) =>
    sirv(folder, { brotli: true, gzip: true, immutable: true, maxAge: YEAR, setHeaders: shortenHeaders }),
  );
  router.use("/assets", ...assets, (_req, res) => {
    // An asset of an older build. The page recovers with a document load (lost-scripts.ts), so a 404 page is no use.
    res.status(404).setHeader("Cache-Control", "no-store").type("text").send("Not found");
  });
  router.use(
    sirv(clientFolder, {
      brotli: true,
      gzip: true,
      etag: true,
      ignores: [/^\/assets\//, /^\/\.vite/],
      setHeaders: (res, pathname) => {
        res.setHeader("Cache-Control", `public, max-age=${HOUR}, stale-while-revalidate=${24 * HOUR}`);
        shortenHeaders(res, pathname);
      },
    }),
  );
  return router;
}
