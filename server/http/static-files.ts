import { type RequestHandler, Router } from "express";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

const YEAR = 31_536_000;
const HOUR = 3_600;

/** Nobody is asked for the number of a file's answer; on the seventy files of the home page it is 3.5 kB. */
const REQUEST_ID = "X-Request-Id";

/** Headers that say something about a page. On twenty scripts they would weigh as much as a fourth of their bytes. */
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
  REQUEST_ID,
];

/** Scripts, styles, fonts and texts are never shown as a page; pictures can be, and an SVG can hold scripts. */
function dropPageHeaders(res: ServerResponse, pathname: string): void {
  if (!/\.(js|css|woff2|json)$/.test(pathname)) return;
  for (const name of pageHeaders) res.removeHeader(name);
}

/**
 * What a picture needs when it is opened as a page: it may do nothing but be drawn. Half as long as a page's headers,
 * and on the forty drawings of the home page that is 30 kB.
 */
function shortenForPictures(res: ServerResponse, pathname: string): void {
  if (!/\.(svg|webp|avif|png|jpg|ico)$/.test(pathname)) return;
  for (const name of [
    "Origin-Agent-Cluster",
    "X-DNS-Prefetch-Control",
    "X-Download-Options",
    "X-Permitted-Cross-Domain-Policies",
    "X-XSS-Protection",
    REQUEST_ID,
  ]) {
    res.removeHeader(name);
  }
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
}

/**
 * The files of the build: assets, whose names change with their content, are kept for ever; the others (icons,
 * artwork) for an hour, then compared by their tag. Both with the brotli and gzip copies that the build made.
 *
 * @param clientFolder build/client
 * @param keptFolder the assets of earlier builds (http/previous-assets.ts)
 */
export function staticFiles(clientFolder: string, keptFolder?: string): RequestHandler {
  const router = Router();
  const assets = [join(clientFolder, "assets"), ...(keptFolder ? [keptFolder] : [])].map((folder) =>
    sirv(folder, { brotli: true, gzip: true, immutable: true, maxAge: YEAR, setHeaders: dropPageHeaders }),
  );
  router.use("/assets", ...assets, (_req, res) => {
    // Of a build that is longer gone: the page goes on by a document (lost-scripts.ts); a 404 page would help nobody.
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
        shortenForPictures(res, pathname);
      },
    }),
  );
  return router;
}
