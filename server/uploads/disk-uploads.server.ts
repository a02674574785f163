import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { shareKey } from "#server/runtime/client-address";
import { addressHash } from "#server/store/encryption.server";
import * as clock from "#server/runtime/clock.server";
import { constants, createReadStream, openAsBlob } from "node:fs";
import { ReadableStream } from "node:stream/web";
import { reasonOf } from "#server/store/store";
import type { StoredFile } from "#server/session/session-data";
import type { calls } from "#server/wire/calls";
import type { z } from "zod";

/** How long a file waits for its form. */
export const KEPT_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Files that wait for their form. At 5 MB each this is one gigabyte. */
const MOST_FILES = 200;
/** The same from one IP address, or /48 of IPv6. */
const MOST_PER_ADDRESS = 60;
/** Free space that uploads leave to sessions and logs: a tenth of the disk, within these bounds in bytes. */
const LEFT_FREE = { share: 0.1, least: 32 * 1024 ** 2, most: 256 * 1024 ** 2 };

/** Characters of an id that name the address of its sender. */
const ADDRESS_LENGTH = 10;

/** Returns a file id of 32 hex digits: a hash of the sender's address, for fair limits, and 88 random bits. */
export function newUploadId(clientAddress: string | undefined): string {
  const random = randomBytes(11).toString("hex");
  const from = clientAddress === undefined ? random : shareKey(clientAddress);
  const hash = Buffer.from(addressHash(from), "base64url").toString("hex");
  return hash.slice(0, ADDRESS_LENGTH) + random;
}

const addressIn = (id: string) => id.slice(0, ADDRESS_LENGTH);
/** A file that has not arrived completely. It counts for no limit and evicts nothing. */
const PARTIAL = ".part";

export function uploadPath(id: string): string {
  return join(env().dataDir, "uploads", id);
}

export async function openUploads(): Promise<void> {
  await mkdir(uploadPath(""), { recursive: true, mode: 0o700 });
}

/**
 * Sweeps the folder now (an earlier process may have left files) and then every ten minutes. The process calls it once.
 */
export function startUploadSweeps(): void {
  const sweep = () => void limitUploads();
  sweep();
  clock.every(SWEEP_EVERY_MS, sweep);
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
  await Promise.all([rm(uploadPath(id), { force: true }), rm(uploadPath(id) + PARTIAL, { force: true })]);
}

/**
 * Appends to a file of the uploads folder. Only the first chunk creates it: a file that was swept meanwhile would begin
 * again without its head. @returns false when writing failed; the log has the reason
 */
export function appendUpload(id: string, chunk: Buffer, isFirst: boolean): Promise<boolean> {
  return stored(() => {
    const flag =
      constants.O_WRONLY | constants.O_APPEND | (isFirst ? constants.O_CREAT | constants.O_EXCL : 0);
    return writeFile(uploadPath(id) + PARTIAL, chunk, { flag, mode: 0o600 });
  });
}

/** Marks a file as complete. */
export const completeUpload = (id: string): Promise<boolean> =>
  stored(() => rename(uploadPath(id) + PARTIAL, uploadPath(id)));

/** Prepares the folder for one more file. @returns false when the disk is nearly full, or not writable */
export async function makeRoom(): Promise<boolean> {
  let isFree = true;
  const isOpen = await stored(async () => {
    await openUploads();
    const { bavail, blocks, bsize } = await statfs(uploadPath(""));
    const { share, least, most } = LEFT_FREE;
    isFree = bavail * bsize > Math.min(most, Math.max(least, blocks * bsize * share));
    if (!isFree) log.error("an attachment was refused: the disk of DATA_DIR is nearly full");
  });
  return isOpen && isFree;
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

/**
 * Deletes files that have waited too long, and those beyond the limits: of an address with too many the oldest, then of
 * the address with most. Run it when a complete file waits, so that an upload that ends early evicts nothing.
 */
export async function limitUploads(): Promise<void> {
  const now = Date.now();
  try {
    // There is no folder before the first upload, and no file any more when its form was sent meanwhile.
    const ids = (await readdir(uploadPath("")).catch(ignoreMissing)) ?? [];
    const changedAt = async (id: string) => (await stat(uploadPath(id)).catch(ignoreMissing))?.mtimeMs ?? 0;
    const files = await Promise.all(ids.map(async (id) => ({ id, changed: await changedAt(id) })));
    const isOld = ({ changed }: WaitingFile) => now - changed > KEPT_MS;
    const [old, waiting] = [files.filter(isOld), files.filter((file) => !isOld(file))];
    const beyond = beyondLimits(waiting.filter(({ id }) => !id.endsWith(PARTIAL)));
    for (const _ of beyond) countLimited("waiting-files");
    await Promise.all([...old, ...beyond].map(({ id }) => rm(uploadPath(id), { force: true })));
  } catch (error) {
    log.warn({ err: error }, "attachments that nobody sent could not be removed");
  }
}

interface WaitingFile {
  id: string;
  /** mtime in ms since 1970. */
  changed: number;
}

function beyondLimits(files: WaitingFile[]): WaitingFile[] {
  const oldestFirst = [...files].sort((a, b) => a.changed - b.changed);
  const byAddress = new Map<string, WaitingFile[]>();
  for (const file of oldestFirst) {
    const ofOne = byAddress.get(addressIn(file.id)) ?? [];
    ofOne.push(file);
    byAddress.set(addressIn(file.id), ofOne);
  }
  const beyond: WaitingFile[] = [];
  for (const ofOne of byAddress.values())
    beyond.push(...ofOne.splice(0, Math.max(0, ofOne.length - MOST_PER_ADDRESS)));
  while (files.length - beyond.length > MOST_FILES) {
    const most = [...byAddress.values()].reduce((a, b) => (b.length > a.length ? b : a));
    beyond.push(...most.splice(0, 1));
  }
  return beyond;
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}

type Calls = typeof calls;
/** The calls that take a form, with at most one file. */
type FormCallName = {
  [Name in keyof Calls]: Calls[Name] extends { form: unknown } ? Name : never;
}[keyof Calls];

/**
 * Builds the form of a call, without the fields that have no value. The file's name and type are ours, because the
 * browser's are untrusted.
 */
export async function formWithFile<Name extends FormCallName>(
  fields: z.input<Calls[Name]["form"]>,
  file?: StoredFile,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries<string | undefined>(fields))
    if (value !== undefined) form.set(name, value);
  if (file) {
    const blob = await openAsBlob(uploadPath(file.id), { type: file.type });
    form.set("file", blob, `picture-${file.id.slice(-8)}.${file.extension}`);
  }
  return form;
}
