import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#server/env.server";
import { log } from "#server/observe/log.server";
import { singleton } from "#server/request/singleton";

/** How long a file waits for the form that it belongs to. */
export const KEPT_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** At 5 MB each one gigabyte; past it the oldest go first, so that nobody can fill the disk. */
const MOST_FILES = 200;

/** Where attachments wait: files named by their id, on this machine's disk. */
export function uploadPath(id: string): string {
  return join(env().dataDir, "uploads", id);
}

/** Makes the folder, and from then on sweeps it every ten minutes for as long as the process lives. */
export async function openUploads(): Promise<void> {
  await mkdir(uploadPath(""), { recursive: true, mode: 0o700 });
  singleton("upload-sweeper", () => {
    void sweepUploads();
    return setInterval(() => void sweepUploads(), SWEEP_EVERY_MS).unref();
  });
}

/** Removes a file; that it is gone already is fine. */
export async function removeUpload(id: string): Promise<void> {
  await rm(uploadPath(id), { force: true });
}

/** Removes what has waited for more than an hour, and the oldest of too many. */
async function sweepUploads(now = Date.now()): Promise<void> {
  try {
    const files = await Promise.all((await readdir(uploadPath(""))).map(ageOf));
    const known = files.flatMap((file) => file ?? []).sort((a, b) => b.changed - a.changed);
    const old = known.filter((file, index) => now - file.changed > KEPT_MS || index >= MOST_FILES);
    await Promise.all(old.map(({ id }) => removeUpload(id)));
  } catch (error) {
    log.warn({ err: error }, "attachments that nobody sent could not be removed");
  }
}

async function ageOf(id: string): Promise<{ id: string; changed: number } | undefined> {
  try {
    return { id, changed: (await stat(uploadPath(id))).mtimeMs };
  } catch (error) {
    // Sent, and so removed, since the folder was read.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
