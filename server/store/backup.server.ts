import Libsql from "libsql";
import { closeSync, copyFileSync, constants, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { reasonOf } from "./store";

/** Wait for a short lock of the running site, in ms. */
const PATIENCE_MS = 5_000;

/** A backup or restore that was refused or failed; `message` is the one line to print. */
export class BackupError extends Error {}

function withDatabase<Result>(file: string, work: (database: InstanceType<typeof Libsql>) => Result): Result {
  const database = new Libsql(file, { timeout: PATIENCE_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Checks that a file is a whole database of sessions, and returns the number of its records. */
function checked(file: string): number {
  try {
    return withDatabase(file, (database) => {
      const [state] = database.prepare("PRAGMA integrity_check").pluck().all();
      if (state !== "ok") throw new Error(String(state));
      return Number(database.prepare("SELECT count(*) FROM sessions").pluck().all()[0]);
    });
  } catch (error) {
    throw new BackupError(`${file} is not a whole backup: ${reasonOf(error)}`);
  }
}

/** Copies the store as it is at one moment, and returns the number of records. The site may run. */
export function saveStore(store: string, to: string): number {
  if (!existsSync(store)) throw new BackupError(`There is no store at ${store}.`);
  if (existsSync(to)) throw new BackupError(`${to} exists; choose another name.`);
  const draft = `${to}.part`;
  rmSync(draft, { force: true });
  try {
    // SQLite writes into an empty file, and would create one that everybody can read.
    closeSync(openSync(draft, "wx", 0o600));
    withDatabase(store, (database) => database.prepare("VACUUM INTO ?").run(draft));
    const records = checked(draft);
    renameSync(draft, to);
    return records;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error instanceof BackupError ? error : new BackupError(`No backup: ${reasonOf(error)}`);
  }
}

/**
 * Replaces the embedded store with a backup, and returns the number of records. The replaced store stays beside it as
 * `….before-restore`. Refuses while a process has the store open.
 */
export function restoreStore(from: string, store: string): number {
  if (!existsSync(from)) throw new BackupError(`There is no backup at ${from}.`);
  const draft = `${store}.restore`;
  rmSync(draft, { force: true });
  try {
    copyFileSync(from, draft, constants.COPYFILE_EXCL);
    const records = checked(draft);
    // A lock's holder has ended since.
    withDatabase(draft, (database) => database.exec("DELETE FROM locks"));
    if (existsSync(store)) {
      closeForGood(store);
      renameSync(store, `${store}.before-restore`);
    }
    renameSync(draft, store);
    return records;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error instanceof BackupError ? error : new BackupError(`Not restored: ${reasonOf(error)}`);
  }
}

/** Moves everything into the one file of the store. SQLite refuses that while another process has it open. */
function closeForGood(store: string): void {
  try {
    withDatabase(store, (database) => database.pragma("journal_mode = DELETE"));
  } catch (error) {
    if (reasonOf(error).startsWith("SQLITE_BUSY"))
      throw new BackupError(`A process has ${store} open: stop the site first.`);
    // A damaged store cannot be opened, and its companion files must not be applied to the restored one.
    for (const ending of ["-wal", "-shm"])
      if (existsSync(store + ending)) renameSync(store + ending, `${store}.before-restore${ending}`);
  }
}
