import { type RequestHandler, Router } from "express";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { log } from "#server/observe/log.server";

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
 * @param keptFolder the assets of earlier builds (`keptAssets`)
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

const DAY_MS = 24 * 60 * 60_000;
const KEEP_AFTER_MS = 10_000;
/** mtime of a file of the running build. A file of an earlier build has the time at which it left the build. */
const IN_USE = new Date(0);

/**
 * Keeps the assets of earlier builds for a day after a deploy, because open pages still request them: a file that is no
 * longer in the build gets the current time as its mtime, and is deleted a day later.
 *
 * @param assets build/client/assets
 * @param kept a folder that outlives the build; `keepAssets` fills it
 */
export async function retireAssets(assets: string, kept: string, now = Date.now()): Promise<void> {
  await mkdir(kept, { recursive: true });
  const current = new Set(await readdir(assets));
  for (const name of await readdir(kept)) {
    const file = join(kept, name);
    if (current.has(name)) await utimes(file, IN_USE, IN_USE);
    else {
      // Another process may have deleted the file.
      const mtimeMs = (await stat(file).catch(() => undefined))?.mtimeMs ?? now;
      if (mtimeMs === IN_USE.getTime()) await utimes(file, new Date(now), new Date(now));
      else if (now - mtimeMs >= DAY_MS) await rm(file, { force: true });
    }
  }
}

/** Copies files of the running build that the folder does not contain, for later builds. */
export async function keepAssets(assets: string, kept: string): Promise<void> {
  const there = new Set(await readdir(kept));
  for (const name of await readdir(assets)) {
    if (there.has(name)) continue;
    // Copy, then rename: the process may end halfway, and another process may share the folder.
    const half = join(kept, `.${randomUUID()}`);
    await copyFile(join(assets, name), half);
    await utimes(half, IN_USE, IN_USE);
    await rename(half, join(kept, name));
  }
}

/** Copies this build's assets 10 s later, so that the start does not wait. Returns undefined for an unusable folder. */
export async function keptAssets(assets: string, kept: string): Promise<string | undefined> {
  const failed = (error: unknown) => log.warn({ err: error }, "assets are not kept");
  try {
    await retireAssets(assets, kept);
    setTimeout(() => void keepAssets(assets, kept).catch(failed), KEEP_AFTER_MS).unref();
    return kept;
  } catch (error) {
    failed(error);
    return undefined;
  }
}
