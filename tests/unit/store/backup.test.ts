import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { restoreStore, saveStore } from "#server/store/backup.server";
import { libsqlStore } from "#server/store/libsql-store.server";
import { newFolder } from "../../kit/data/new-folder";

let folder: string;
let file: string;
let backup: string;
/**
 * Another folder to restore into, because this process keeps the first store's file open until its closed connection
 * is garbage collected.
 */
let restored: string;
let store: ReturnType<typeof libsqlStore> | undefined;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, "sessions.db");
  backup = join(folder, "backup.db");
  restored = join(folder, "restored.db");
  store = libsqlStore(file);
});
afterEach(() => store?.close());

const opened = () => (store ??= libsqlStore(file));
const openRestored = async () => {
  await store?.close();
  store = libsqlStore(restored);
};
const record = (n: number) => ({
  payload: new TextEncoder().encode(`record ${n} ${"x".repeat(500)}`),
  owner: `member-${n % 7}`,
  expiresAt: Date.now() + 3_600_000,
});
const textOf = async (key: string) => {
  const found = await opened().get(key);
  return found && new TextDecoder().decode(found.payload).slice(0, 12).trim();
};

test("a backup during writes loses nothing that was confirmed before, and only what came after", async () => {
  for (let n = 0; n < 300; n += 1) await opened().create(`before-${n}`, record(n));
  let written = 0;
  let isSaving = true;
  const writing = (async () => {
    while (isSaving) {
      await opened().create(`during-${written}`, record(written));
      written += 1;
    }
  })();
  const saved = saveStore(file, backup);
  isSaving = false;
  await writing;
  expect(written).toBeGreaterThan(0);
  await opened().destroy("before-0");
  await opened().create("after", record(0));

  expect(restoreStore(backup, restored)).toBe(saved);
  await openRestored();
  for (let n = 0; n < 300; n += 1) expect(await textOf(`before-${n}`)).toContain(`record ${n}`);
  expect(await textOf("after")).toBeUndefined();
  // What was written during the backup: the first ones, without a gap.
  let kept = 0;
  while (kept < written && (await textOf(`during-${kept}`))) kept += 1;
  expect(saved).toBe(300 + kept);
  expect(await opened().create("new", record(1))).toBe(true);
});

test("a backup can be read by its owner alone, and is never overwritten", async () => {
  await opened().create("one", record(1));
  saveStore(file, backup);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(() => saveStore(file, backup)).toThrow("exists");
  expect(() => saveStore(join(folder, "none.db"), join(folder, "b.db"))).toThrow("There is no store");
});

test("refuses to restore while a process has the store open, and changes nothing", async () => {
  await opened().create("one", record(1));
  saveStore(file, backup);
  await opened().create("two", record(2));
  expect(() => restoreStore(backup, file)).toThrow("stop the site first");
  expect(await textOf("two")).toContain("record 2");
  expect(existsSync(`${file}.restore`)).toBe(false);
}, 30_000);

test("refuses a damaged backup and another file, and changes nothing", async () => {
  for (let n = 0; n < 50; n += 1) await opened().create(`key-${n}`, record(n));
  saveStore(file, backup);
  const handle = openSync(backup, "r+");
  writeSync(handle, Buffer.alloc(3_000, 7), 0, 3_000, 4_096);
  closeSync(handle);
  const other = join(folder, "other.db");
  writeFileSync(other, "no database");
  writeFileSync(restored, "the store before");
  for (const wrong of [backup, other])
    expect(() => restoreStore(wrong, restored)).toThrow("not a whole backup");
  expect(() => restoreStore(join(folder, "none.db"), restored)).toThrow("There is no backup");
  expect(readFileSync(restored, "utf8")).toBe("the store before");
});

test("restores over a damaged store, and keeps it", async () => {
  await opened().create("one", record(1));
  saveStore(file, backup);
  writeFileSync(restored, "no database any more");
  restoreStore(backup, restored);
  await openRestored();
  expect(await textOf("one")).toContain("record 1");
  expect(readFileSync(`${restored}.before-restore`, "utf8")).toBe("no database any more");
});
