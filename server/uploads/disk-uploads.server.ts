import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";

/** How long a file waits for its form. */
export const KEPT_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** At 5 MB each this is one gigabyte. The oldest files are deleted past it, so that uploads cannot fill the disk. */
const MOST_FILES = 200;

export function uploadPath(id: string): string {
  return join(env().dataDir, "uploads", id);
}

export async function openUploads(): Promise<void> {
  await mkdir(uploadPath(""), { recursive: true, mode: 0o700 });
}

/** Sweeps the folder now (an earlier process may have left files) and then every ten minutes, once per process. */
export function startUploadSweeps(): void {
  const sweep = () => void sweepUploads(MOST_FILES);
  singleton("upload-sweeper", () => {
    sweep();
    return clock.every(SWEEP_EVERY_MS, sweep);
  });
}

export async function removeUpload(id: string): Promise<void> {
  await rm(uploadPath(id), { force: true });
}

/** A file being written to the uploads folder, created on the first write. A full disk gives `false`, not an error. */
export class UploadFile {
  /** 128 random bits, so the id is not guessable. */
  readonly id = randomBytes(16).toString("hex");
  #handle: FileHandle | undefined;

  /** @returns false when writing failed; the log has the reason */
  async write(chunk: Buffer): Promise<boolean> {
    return stored(async () => {
      this.#handle ??= await newFile(this.id);
      await this.#handle.write(chunk);
    });
  }

  /** @returns false as `write`: some file systems report a full disk only on close */
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
  // Make room now instead of at the next sweep, so that the limit always holds.
  if ((await readdir(uploadPath(""))).length >= MOST_FILES) {
    countLimited("waiting-files");
    await sweepUploads(MOST_FILES - 1);
  }
  return open(uploadPath(id), "wx", 0o600);
}

/** @returns whether the file operation succeeded; logs one line when it failed */
async function stored(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // An error without `syscall` is a bug.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    log.error({ reason: error.message }, "an attachment could not be written");
    return false;
  }
}

/** Deletes files older than an hour, and the oldest beyond `most`. */
async function sweepUploads(most: number): Promise<void> {
  const now = Date.now();
  try {
    const files = await Promise.all((await readdir(uploadPath(""))).map(ageOf));
    const known = files.flatMap((file) => file ?? []).sort((a, b) => b.changed - a.changed);
    const old = known.filter((file, index) => now - file.changed > KEPT_MS || index >= most);
    await Promise.all(old.map(({ id }) => removeUpload(id)));
  } catch (error) {
    // The folder does not exist before the first upload.
    if (isMissing(error)) return;
    log.warn({ err: error }, "attachments that nobody sent could not be removed");
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

async function ageOf(id: string): Promise<{ id: string; changed: number } | undefined> {
  try {
    return { id, changed: (await stat(uploadPath(id))).mtimeMs };
  } catch (error) {
    // Deleted since the folder was read, because its form was sent.
    if (isMissing(error)) return undefined;
    throw error;
  }
}
