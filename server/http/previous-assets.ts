import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { log } from "#server/observe/log.server";

const DAY_MS = 24 * 60 * 60_000;
const KEEP_AFTER_MS = 10_000;
/** The time of a file that the running build has itself. A file of an earlier one has the time at which it became so. */
const IN_USE = new Date(0);

/**
 * Scripts, styles and pictures of earlier builds stay on offer for a day after the next one has taken over: pages that
 * stay open over a deploy go on asking for them.
 *
 * What is in the folder and in no build any more is dated, and removed a day later; call it before the folder is
 * served. It is filled by `keepAssets`.
 *
 * @param assets build/client/assets
 * @param kept a folder that outlives the build
 */
export async function retireAssets(assets: string, kept: string, now = Date.now()): Promise<void> {
  await mkdir(kept, { recursive: true });
  const current = new Set(await readdir(assets));
  for (const name of await readdir(kept)) {
    const file = join(kept, name);
    if (current.has(name)) await utimes(file, IN_USE, IN_USE);
    else {
      // Another process may have removed it just now.
      const mtimeMs = (await stat(file).catch(() => undefined))?.mtimeMs ?? now;
      if (mtimeMs === IN_USE.getTime()) await utimes(file, new Date(now), new Date(now));
      else if (now - mtimeMs >= DAY_MS) await rm(file, { force: true });
    }
  }
}

/** Copies what the running build has and the folder has not: for the builds after it. */
export async function keepAssets(assets: string, kept: string): Promise<void> {
  const there = new Set(await readdir(kept));
  for (const name of await readdir(assets)) {
    if (there.has(name)) continue;
    // Whole or not at all: the process may end in the middle, and another one may share the folder.
    const half = join(kept, `.${randomUUID()}`);
    await copyFile(join(assets, name), half);
    await utimes(half, IN_USE, IN_USE);
    await rename(half, join(kept, name));
  }
}

/**
 * The folder of earlier builds' assets, ready to be served; what this build has is added after the start, which nobody is
 * to wait for.
 *
 * @returns undefined when the folder cannot be used, which costs the pages of earlier builds only
 */
export async function keptAssets(assets: string, kept: string): Promise<string | undefined> {
  const failed = (error: unknown) => log.warn({ err: error }, "assets are not kept");
  try {
    await retireAssets(assets, kept);
  } catch (error) {
    failed(error);
    return undefined;
  }
  setTimeout(() => void keepAssets(assets, kept).catch(failed), KEEP_AFTER_MS).unref();
  return kept;
}
