import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { singleton } from "#server/runtime/singleton";
import * as clock from "#server/runtime/clock.server";
import { constants, createReadStream, openAsBlob } from "node:fs";
import { ReadableStream } from "node:stream/web";
import { reasonOf } from "#server/store/store";
import type { KeptFile } from "#server/session/session-data";

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

/** Returns a file as a stream that opens it on the first read: the response to HEAD is never read. */
export function readUpload(id: string): BodyInit {
  async function* chunks() {
    try {
      yield* createReadStream(uploadPath(id)) as AsyncIterable<Uint8Array>;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "an attachment could not be read");
      throw error;
    }
  }
  return ReadableStream.from(chunks()) as BodyInit;
}

export async function removeUpload(id: string): Promise<void> {
  await rm(uploadPath(id), { force: true });
}

/**
 * Appends to a file of the uploads folder. Only the first chunk creates it: a file that was swept meanwhile would begin
 * again without its head. @returns false when writing failed; the log has the reason
 */
export function appendUpload(id: string, chunk: Buffer, isFirst: boolean): Promise<boolean> {
  return stored(() => {
    const flag =
      constants.O_WRONLY | constants.O_APPEND | (isFirst ? constants.O_CREAT | constants.O_EXCL : 0);
    return writeFile(uploadPath(id), chunk, { flag, mode: 0o600 });
  });
}

/** Prepares the folder for one more file, now instead of at the next sweep, so that the limit always holds. */
export function makeRoom(): Promise<boolean> {
  return stored(async () => {
    await openUploads();
    if ((await readdir(uploadPath(""))).length < MOST_FILES) return;
    countLimited("waiting-files");
    await sweepUploads(MOST_FILES - 1);
  });
}

export async function discardUpload(id: string): Promise<void> {
  await stored(() => removeUpload(id));
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

async function sweepUploads(most: number): Promise<void> {
  const now = Date.now();
  try {
    // There is no folder before the first upload, and no file any more when its form was sent meanwhile.
    const ids = (await readdir(uploadPath("")).catch(ignoreMissing)) ?? [];
    const changedAt = async (id: string) => (await stat(uploadPath(id)).catch(ignoreMissing))?.mtimeMs ?? 0;
    const files = await Promise.all(ids.map(async (id) => ({ id, changed: await changedAt(id) })));
    files.sort((a, b) => b.changed - a.changed);
    const old = files.filter(({ changed }, index) => now - changed > KEPT_MS || index >= most);
    await Promise.all(old.map(({ id }) => removeUpload(id)));
  } catch (error) {
    log.warn({ err: error }, "attachments that nobody sent could not be removed");
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}

/** Builds the form for the API. The file's name and type are ours, because the browser's are untrusted. */
export async function formWithFile(fields: Record<string, string>, file?: KeptFile): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) {
    const blob = await openAsBlob(uploadPath(file.id), { type: file.type });
    form.set("file", blob, `picture-${file.id.slice(0, 8)}.${file.extension}`);
  }
  return form;
}
