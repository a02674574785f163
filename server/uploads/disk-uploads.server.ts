import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";

/** How long a file waits for the form that it belongs to. */
export const KEPT_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** At 5 MB each one gigabyte; past it the oldest go first, so that nobody can fill the disk. */
const MOST_FILES = 200;

/** Where attachments wait: files named by their id, on this machine's disk. */
export function uploadPath(id: string): string {
  return join(env().dataDir, "uploads", id);
}

/** Makes the folder. */
export async function openUploads(): Promise<void> {
  await mkdir(uploadPath(""), { recursive: true, mode: 0o700 });
}

/** Sweeps the folder now and every ten minutes, once for each process: an earlier process may have left files there. */
export function startUploadSweeps(): void {
  singleton("upload-sweeper", () => {
    void sweepUploads(MOST_FILES);
    return clock.every(SWEEP_EVERY_MS, () => void sweepUploads(MOST_FILES));
  });
}

/** Removes a file; that it is gone already is fine. */
export async function removeUpload(id: string): Promise<void> {
  await rm(uploadPath(id), { force: true });
}

/** A file on its way into the folder; made with its first bytes. A disk that takes none is an answer, no error. */
export class UploadFile {
  /** 128 random bits: whoever does not have it cannot guess it. */
  readonly id = randomBytes(16).toString("hex");
  #handle: FileHandle | undefined;

  /** @returns false when it could not be written; the log says why */
  async write(chunk: Buffer): Promise<boolean> {
    return stored(async () => {
      this.#handle ??= await newFile(this.id);
      await this.#handle.write(chunk);
    });
  }

  /** @returns false as `write`: some disks say only now that they are full */
  async close(): Promise<boolean> {
    const handle = this.#handle;
    this.#handle = undefined;
    return stored(async () => handle?.close());
  }

  async discard(): Promise<void> {
    await this.close();
    await stored(() => removeUpload(this.id));
  }
}

async function newFile(id: string): Promise<FileHandle> {
  await openUploads();
  // One makes room for itself: at any moment there are as many as may be, and not ten minutes later.
  if ((await readdir(uploadPath(""))).length >= MOST_FILES) {
    countLimited("waiting-files");
    await sweepUploads(MOST_FILES - 1);
  }
  return open(uploadPath(id), "wx", 0o600);
}

/** @returns whether the disk did it; one line in the log when it did not */
async function stored(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // What is no failure of the system is one of ours.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    log.error({ reason: error.message }, "an attachment could not be written");
    return false;
  }
}

/** Removes what has waited for more than an hour, and the oldest of more than `most`. */
async function sweepUploads(most: number, now = Date.now()): Promise<void> {
  try {
    const files = await Promise.all((await readdir(uploadPath(""))).map(ageOf));
    const known = files.flatMap((file) => file ?? []).sort((a, b) => b.changed - a.changed);
    const old = known.filter((file, index) => now - file.changed > KEPT_MS || index >= most);
    await Promise.all(old.map(({ id }) => removeUpload(id)));
  } catch (error) {
    // Nobody has sent a file yet.
    if (isMissing(error)) return;
    log.warn({ err: error }, "attachments that nobody sent could not be removed");
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

async function ageOf(id: string): Promise<{ id: string; changed: number } | undefined> {
  try {
    return { id, changed: (await stat(uploadPath(id))).mtimeMs };
  } catch (error) {
    // Sent, and so removed, since the folder was read.
    if (isMissing(error)) return undefined;
    throw error;
  }
}
