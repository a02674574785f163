import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#server/observe/log.server";
import type { RedisConnection } from "#server/store/redis-connection.server";
import { ignoreOutage } from "#server/errors/store-unavailable";
import type { StoredRead, ReadStorage } from "./swr-cache.server";

/** Longer reads are not stored. */
const MOST_CHARS = 1024 * 1024;
/** Maximum number of files; the oldest are deleted. */
const MOST_FILES = 2_000;
const SWEEP_AFTER_SAVES = 200;
const KEPT_SECONDS = 3 * 24 * 60 * 60;

const nameOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** @returns undefined when the text was not written by `save` for this key */
function parsed(key: string, text: string | null | undefined): StoredRead | undefined {
  if (!text) return undefined;
  try {
    const stored = JSON.parse(text) as Partial<StoredRead & { key: string }> | null;
    return stored?.key === key && typeof stored.readAt === "number"
      ? { value: stored.value, readAt: stored.readAt }
      : undefined;
  } catch {
    return undefined;
  }
}

export function folderStorage(folder: string): ReadStorage {
  const pathOf = (key: string) => join(folder, `${nameOf(key)}.json`);
  let saves = 0;
  let isFailing = false;

  /** A full or read-only disk disables only the storage. The first failure in a row is logged. */
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
   * Serialises writes per key. In parallel, a pending save could restore a read that was just removed, and two saves
   * would write to the same temporary file.
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
    load: async (key) => parsed(key, await readFile(pathOf(key), "utf8").catch(() => undefined)),
    async save(key, read) {
      const text = JSON.stringify({ key, ...read });
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

/** Deletes the oldest files past the limit. */
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

/** Without Redis the site reads from the API only; the session store logs the outage. */
export function redisStorage(redis: RedisConnection): ReadStorage {
  const nameIn = (key: string) => `soria:read:${nameOf(key)}`;
  return {
    load: async (key) =>
      parsed(key, await redis.run((client) => client.get(nameIn(key))).catch(ignoreOutage)),
    async save(key, read) {
      const text = JSON.stringify({ key, ...read });
      if (text.length > MOST_CHARS) return;
      await redis.run((client) => client.set(nameIn(key), text, { EX: KEPT_SECONDS })).catch(ignoreOutage);
    },
    remove: (key) => redis.run((client) => client.del(nameIn(key))).catch(ignoreOutage),
  };
}
