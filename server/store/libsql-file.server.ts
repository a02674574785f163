import Libsql from "libsql";
import { closeSync, mkdirSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Wait for a file lock of another process, in ms. SQLite's own wait blocks the event loop, so it only covers another
 * process's write.
 */
const SQLITE_PATIENCE_MS = 3;
/** Size of the file, at most; less on a small disk, of which it may take DISK_SHARE. */
const MOST_BYTES = 4 * 1024 ** 3;
const DISK_SHARE = 0.8;

const schema = [
  `CREATE TABLE IF NOT EXISTS sessions (
     key TEXT PRIMARY KEY, owner TEXT, payload BLOB NOT NULL, version INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     guest TEXT
   )`,
  "CREATE INDEX IF NOT EXISTS sessions_by_owner ON sessions (owner) WHERE owner IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at)",
  "CREATE TABLE IF NOT EXISTS locks (key TEXT PRIMARY KEY, token TEXT NOT NULL, expires_at INTEGER NOT NULL)",
];

type Database = InstanceType<typeof Libsql>;

/** Opens the store's file, and creates it and its tables if they are not there. */
export function openFile(file: string, pragmas: readonly string[]): Database {
  mkdirSync(dirname(file), { recursive: true });
  // SQLite would create a file that everybody can read. Its two companion files take over this mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new Libsql(file, { timeout: SQLITE_PATIENCE_MS });
  try {
    // Possible for a new file only; an older one reuses its free pages and does not shrink.
    if (pragmaOf(database, "page_count") === 0) database.pragma("auto_vacuum = INCREMENTAL");
    database.pragma("journal_mode = WAL");
    // Sufficient in WAL mode: a killed process loses nothing, a power failure only the last moments.
    database.pragma("synchronous = NORMAL");
    database.pragma(`max_page_count = ${mostPages(file, pragmaOf(database, "page_size"))}`);
    for (const pragma of pragmas) database.pragma(pragma);
    for (const statement of schema) database.exec(statement);
    addGuestColumn(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the value of a numeric pragma. */
export const pragmaOf = (database: Database, name: string): number =>
  Number((database.pragma(name) as [Record<string, unknown>])[0][name]);

/** Returns the most pages that the file may have on its disk. */
function mostPages(file: string, pageSize: number): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return Math.floor(Math.min(MOST_BYTES, (bavail * bsize + statSync(file).size) * DISK_SHARE) / pageSize);
}

/** A file of an earlier release has no such column. */
function addGuestColumn(database: Database): void {
  const columns = database.pragma("table_info(sessions)") as { name: string }[];
  if (!columns.some(({ name }) => name === "guest"))
    database.exec("ALTER TABLE sessions ADD COLUMN guest TEXT");
  database.exec("CREATE INDEX IF NOT EXISTS sessions_by_guest ON sessions (guest) WHERE guest IS NOT NULL");
}
