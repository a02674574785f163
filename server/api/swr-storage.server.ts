import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#server/observe/log.server";
import type { RedisConnection } from "#server/store/redis-connection.server";
import { isStoreUnavailable } from "#server/errors/store-unavailable";
import type { KeptRead, ReadStorage } from "./swr-cache.server";

/** A longer answer is not worth its place on the disk. */
const MOST_CHARS = 1024 * 1024;
/** Past it the oldest go, so that the folder never outgrows the content. */
const MOST_FILES = 2_000;
const SWEEP_AFTER_SAVES = 200;
const KEPT_SECONDS = 3 * 24 * 60 * 60;

const nameOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** @returns undefined for what is not what `save` wrote */
function parsed(key: string, text: string | null | undefined): KeptRead | undefined {
  if (!text) return undefined;
  try {
    const kept = JSON.parse(text) as Partial<KeptRead & { key: string }> | null;
    return kept?.key === key && typeof kept.readAt === "number"
      ? { value: kept.value, readAt: kept.readAt }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Public reads as files of a folder on this machine's disk: one for each key, written beside and put in its place. */
export function folderStorage(folder: string): ReadStorage {
  const pathOf = (key: string) => join(folder, `${nameOf(key)}.json`);
  let saves = 0;
  let isFailing = false;

  /** A disk that is full or read-only costs the copies, not the pages; one line says so. */
  const unlessFailing = async (work: () => Promise<void>) => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error, folder }, "public reads cannot be kept on disk");
      isFailing = true;
    }
  };

  /**
   * One write of a key after the other. Side by side, a copy that is still being written would come back after what
   * the API took back was removed, and two saves would write into one draft.
   */
  const lastOf = new Map<string, Promise<void>>();
  const inTurn = (path: string, work: () => Promise<void>): Promise<void> => {
    const turn = (lastOf.get(path) ?? Promise.resolve())
      .then(() => unlessFailing(work))
      .then(() => {
        if (lastOf.get(path) === turn) lastOf.delete(path);
      });
    lastOf.set(path, turn);
    return turn;
  };

  return {
    async load(key) {
      const text = await readFile(pathOf(key), "utf8").catch(() => undefined);
      return parsed(key, text);
    },
    async save(key, kept) {
      const text = JSON.stringify({ key, ...kept });
      if (text.length > MOST_CHARS) return;
      const path = pathOf(key);
      await inTurn(path, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const draft = `${path}.${process.pid}`;
        await writeFile(draft, text, { mode: 0o600 });
        await rename(draft, path);
        if (++saves % SWEEP_AFTER_SAVES === 0) await sweep(folder, MOST_FILES);
      });
    },
    remove: (key) => inTurn(pathOf(key), () => rm(pathOf(key), { force: true })),
  };
}

/** Removes the oldest files past the most that are kept. */
async function sweep(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = files.sort((a, b) => a.at - b.at).slice(0, files.length - most);
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })));
}

/** The same in Redis, for all machines together. */
export function redisStorage(redis: RedisConnection): ReadStorage {
  const nameIn = (key: string) => `soria:read:${nameOf(key)}`;
  /** Without Redis (whose outage the session store tells the log) the site reads from the API alone. */
  const orNothing = async <Value>(work: Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isStoreUnavailable(error)) return undefined;
      throw error;
    }
  };
  return {
    async load(key) {
      return parsed(key, await orNothing(redis.run((client) => client.get(nameIn(key)))));
    },
    async save(key, kept) {
      const text = JSON.stringify({ key, ...kept });
      if (text.length > MOST_CHARS) return;
      await orNothing(redis.run((client) => client.set(nameIn(key), text, { EX: KEPT_SECONDS })));
    },
    async remove(key) {
      await orNothing(redis.run((client) => client.del(nameIn(key))));
    },
  };
}
