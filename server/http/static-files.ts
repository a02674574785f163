import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { access, copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { extname, join } from "node:path";
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
function shortenHeaders(res: Response, file: string): void {
  const name = file.replace(/\.(?:br|gz)$/, "");
  const isPicture = /\.(svg|webp|avif|png|jpg|ico)$/.test(name);
  if (!isPicture && !/\.(js|css|woff2|json)$/.test(name)) return;
  for (const header of pageHeaders) res.removeHeader(header);
  if (isPicture) res.setHeader("Content-Security-Policy", PICTURE_POLICY);
}

/** Precompressed copies that the build writes beside a file, best first. */
const copies = { br: ".br", gzip: ".gz" } as const;
type Encoding = keyof typeof copies;

/** Whether a path needs no decoding and stays in its folder: true for all files of a build. */
const isPlain = (path: string) => /^[\w./@-]+$/.test(path) && !path.includes("..");

/**
 * Returns the encoding of the copy to send; undefined to send the file itself. Looks at the disk for each request,
 * because another start or a build may delete files. A Range selects bytes of the file itself.
 */
async function copyFor(folder: string, req: Request): Promise<Encoding | undefined> {
  if (!isPlain(req.path) || req.headers.range !== undefined) return undefined;
  for (const encoding of ["br", "gzip"] as const) {
    if (req.acceptsEncodings(encoding) !== encoding) continue;
    const isThere = access(join(folder, req.path + copies[encoding])).then(() => true);
    if (await isThere.catch(() => false)) return encoding;
  }
  return undefined;
}

/**
 * Drops a Range header that is malformed or has several ranges, so that the whole file is sent (RFC 9110 §14.2), and
 * writes a suffix as a first position: `send` refuses a suffix that is longer than the file.
 */
async function readRange(folder: string, req: Request): Promise<void> {
  const { range } = req.headers;
  if (range === undefined) return;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === "" && last !== "" && isPlain(req.path)) {
    const file = await stat(join(folder, req.path)).catch(() => undefined);
    if (file && Number(last) > 0) req.headers.range = `bytes=${Math.max(0, file.size - Number(last))}-`;
  } else if (first === "" || (last !== "" && Number(first) > Number(last))) delete req.headers.range;
}

const fileHeaders = ["Content-Length", "Content-Range", "Cache-Control", "ETag", "Last-Modified"];

/** Serves a folder with `express.static`, precompressed where the client accepts it. */
function folderFiles(folder: string, cacheControl: string): RequestHandler {
  const serve = express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: "ignore",
    cacheControl: false,
    setHeaders: (res: Response, file) => {
      res.setHeader("Cache-Control", cacheControl);
      res.vary("Accept-Encoding");
      shortenHeaders(res, file);
    },
  });
  return (req, res, next) => {
    const { url } = req;
    // Without a file, the next handler must not inherit the headers of the copy.
    const passOn = (error?: unknown) => {
      req.url = url;
      for (const name of ["Content-Encoding", "Content-Type"]) res.removeHeader(name);
      const status = statusOf(error);
      if (status !== undefined && status < 500) return endWithStatus(res, status);
      // Nor those of a file that cannot be read: its length, or that it is cached for a year.
      if (error !== undefined) for (const name of fileHeaders) res.removeHeader(name);
      next(error);
    };
    const prepare = async () => {
      await readRange(folder, req);
      const encoding = await copyFor(folder, req);
      if (!encoding) return;
      res.type(extname(req.path)).setHeader("Content-Encoding", encoding);
      req.url = req.path + copies[encoding];
    };
    prepare().then(() => serve(req, res, passOn), passOn);
  };
}

/** Status of an error of `express.static`: 412 and 416 for conditions and ranges, 404 for a file deleted just now. */
const statusOf = (error: unknown) =>
  error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;

function endWithStatus(res: Response, status: number): void {
  for (const name of ["ETag", "Last-Modified"]) res.removeHeader(name);
  res.status(status).setHeader("Cache-Control", "no-store").type("text").send(`${status}\n`);
}

const onlyReads: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  res.setHeader("Allow", "GET, HEAD");
  endWithStatus(res, 405);
};

/**
 * Serves the files of the build. Assets have hashed names and are cached for a year; other files (icons, artwork) for
 * an hour.
 *
 * @param previousFolder the assets of earlier builds (`previousAssetsFolder`)
 */
export function staticFiles(clientFolder: string, previousFolder?: string): RequestHandler {
  const router = Router();
  const assets = [join(clientFolder, "assets"), ...(previousFolder === undefined ? [] : [previousFolder])];
  router.use(
    "/assets",
    onlyReads,
    ...assets.map((folder) => folderFiles(folder, `public, max-age=${YEAR}, immutable`)),
    // An asset of an older build. The page recovers with a document load (lost-scripts.ts), so a 404 page is no use.
    (_req, res) => endWithStatus(res, 404),
  );
  // Every file has an extension: a page's path costs no look at the disk.
  router.all(
    /\.\w+$/,
    folderFiles(clientFolder, `public, max-age=${HOUR}, stale-while-revalidate=${24 * HOUR}`),
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
 * @param folder a folder that outlives the build; `keepAssets` fills it
 */
export async function retireAssets(assets: string, folder: string, now = Date.now()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const current = new Set(await readdir(assets));
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
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
export async function keepAssets(assets: string, folder: string): Promise<void> {
  const there = new Set(await readdir(folder));
  for (const name of await readdir(assets)) {
    if (there.has(name)) continue;
    // Copy, then rename: the process may end halfway, and another process may share the folder.
    const half = join(folder, `.${randomUUID()}`);
    await copyFile(join(assets, name), half);
    await utimes(half, IN_USE, IN_USE);
    await rename(half, join(folder, name));
  }
}

/** Copies this build's assets 10 s later, so that the start does not wait. Returns undefined for an unusable folder. */
export async function previousAssetsFolder(assets: string, folder: string): Promise<string | undefined> {
  const failed = (error: unknown) => log.warn({ err: error }, "assets are not kept");
  try {
    await retireAssets(assets, folder);
    setTimeout(() => void keepAssets(assets, folder).catch(failed), KEEP_AFTER_MS).unref();
    return folder;
  } catch (error) {
    failed(error);
    return undefined;
  }
}
