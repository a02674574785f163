import Libsql from "libsql";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as clock from "#server/runtime/clock.server";
import { within } from "#server/runtime/within";
import { lockWith } from "./locks";
import {
  type KeyedRecord,
  reasonOf,
  type RecordContent,
  type SessionStore,
  type StoredRecord,
} from "./store";
import { ignoreOutage, StoreUnavailable } from "#server/errors/store-unavailable";

const SWEEP_EVERY_MS = 10 * 60_000;
/** Rows per batch. A batch blocks the process for some milliseconds; requests run between two batches. */
const SWEEP_BATCH = 500;

/**
 * Wait for a file lock of another process. SQLite's own wait blocks the event loop, so it only covers another worker's
 * write. For a longer lock (a backup) #execute retries with non-blocking pauses, up to PATIENCE_MS.
 */
const SQLITE_PATIENCE_MS = 3;
const PATIENCE_MS = 800;
const LONGEST_PAUSE_MS = 100;
const SWEEP_PAUSE_MS = 20;
const PING_LIFE_MS = 60_000;

const schema = [
  `CREATE TABLE IF NOT EXISTS sessions (
     key TEXT PRIMARY KEY, owner TEXT, payload BLOB NOT NULL, version INTEGER NOT NULL, expires_at INTEGER NOT NULL
   )`,
  "CREATE INDEX IF NOT EXISTS sessions_by_owner ON sessions (owner) WHERE owner IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at)",
  "CREATE TABLE IF NOT EXISTS locks (key TEXT PRIMARY KEY, token TEXT NOT NULL, expires_at INTEGER NOT NULL)",
];

type Parameter = string | number | null | Uint8Array;

type Statement = ReturnType<InstanceType<typeof Libsql>["prepare"]>;

interface Connection {
  database: InstanceType<typeof Libsql>;
  /** Prepared statements by SQL. Preparing takes six times as long as reading a session. */
  prepared: Map<string, Statement>;
}

/** Embedded store in one SQLite file, which several processes may share. Opens at first use and after a failure. */
export class LibsqlStore implements SessionStore {
  readonly #file: string;
  readonly #pragmas: readonly string[];
  #connection: Connection | undefined;
  #isClosed = false;
  readonly #endSweeps: () => void;
  readonly withLock = lockWith({
    acquire: async (key, token, lifeMs) => {
      const now = clock.now();
      const changes = await this.#run(
        `INSERT INTO locks (key, token, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
         WHERE locks.expires_at <= ?`,
        [key, token, now + lifeMs, now],
      );
      return changes === 1;
    },
    extend: (key, token, lifeMs) => {
      const end = clock.now() + lifeMs;
      return this.#run("UPDATE locks SET expires_at = ? WHERE key = ? AND token = ?", [end, key, token]);
    },
    release: (key, token) => this.#run("DELETE FROM locks WHERE key = ? AND token = ?", [key, token]),
  });
  /** The shared poll for the file lock, and the time until which a request waits for it. */
  #asking: Promise<void> | undefined;
  #askUntil = 0;

  /** @param pragmas additional settings of the connection, such as `max_page_count = 100` */
  constructor(file: string, pragmas: readonly string[] = []) {
    this.#file = file;
    this.#pragmas = pragmas;
    this.#endSweeps = clock.every(SWEEP_EVERY_MS, () => void this.sweep().catch(ignoreOutage));
  }

  async get(key: string): Promise<StoredRecord | undefined> {
    return (await this.#select("key", key))[0];
  }

  async create(key: string, { payload, owner, expiresAt }: RecordContent): Promise<boolean> {
    // Replaces an expired record that was not swept yet.
    const changes = await this.#run(
      `INSERT INTO sessions (key, owner, payload, version, expires_at) VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (key) DO UPDATE
       SET owner = excluded.owner, payload = excluded.payload, version = 1, expires_at = excluded.expires_at
       WHERE sessions.expires_at <= ?`,
      [key, owner ?? null, payload, expiresAt, clock.now()],
    );
    return changes === 1;
  }

  async replace(
    key: string,
    version: number,
    { payload, owner, expiresAt }: RecordContent,
  ): Promise<boolean> {
    const changes = await this.#run(
      `UPDATE sessions SET owner = ?, payload = ?, version = version + 1, expires_at = ?
       WHERE key = ? AND version = ? AND expires_at > ?`,
      [owner ?? null, payload, expiresAt, key, version, clock.now()],
    );
    return changes === 1;
  }

  async destroy(key: string): Promise<void> {
    await this.#run("DELETE FROM sessions WHERE key = ?", [key]);
  }

  async listOf(owner: string): Promise<KeyedRecord[]> {
    return this.#select("owner", owner);
  }

  async destroyAllOf(owner: string, exceptKey?: string): Promise<number> {
    return this.#run("DELETE FROM sessions WHERE owner = ? AND key <> ?", [owner, exceptKey ?? ""]);
  }

  async count(): Promise<number> {
    const [row] = await this.#all<{ n: number }>(
      "SELECT count(*) AS n FROM sessions WHERE expires_at > ? AND instr(key, ':') = 0",
      [clock.now()],
    );
    return row?.n ?? 0;
  }

  async ping(): Promise<void> {
    await this.#run(
      `INSERT INTO locks (key, token, expires_at) VALUES ('ping', '', ?)
       ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at`,
      [clock.now() + PING_LIFE_MS],
    );
  }

  /** Deletes expired rows in batches. */
  async sweep(): Promise<void> {
    const now = clock.now();
    for (const table of ["sessions", "locks"]) {
      for (;;) {
        const changes = await this.#run(
          `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires_at <= ? LIMIT ?)`,
          [now, SWEEP_BATCH],
        );
        if (changes < SWEEP_BATCH) break;
        await pause(SWEEP_PAUSE_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.#endSweeps();
    this.#isClosed = true;
    this.#giveUp();
  }

  async #select(column: "key" | "owner", value: string): Promise<KeyedRecord[]> {
    const rows = await this.#all<KeyedRecord & { owner: string | null }>(
      `SELECT key, owner, payload, version, expires_at AS expiresAt FROM sessions
       WHERE ${column} = ? AND expires_at > ?`,
      [value, clock.now()],
    );
    return rows.map((row) => ({
      ...row,
      payload: new Uint8Array(row.payload),
      owner: row.owner ?? undefined,
    }));
  }

  #all<Result>(sql: string, args: Parameter[]): Promise<Result[]> {
    return this.#execute(sql, (statement) => statement.all(args) as Result[]);
  }

  /** @returns the number of changed rows */
  #run(sql: string, args: Parameter[]): Promise<number> {
    return this.#execute(sql, (statement) => statement.run(args).changes);
  }

  async #execute<Result>(sql: string, work: (statement: Statement) => Result): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return work(this.#prepare(sql));
      } catch (error) {
        const isLate = performance.now() >= deadline;
        if (isLocked(error)) this.#giveUp();
        if (isLate || !isLocked(error)) throw new StoreUnavailable(reasonOf(error), { cause: error });
        await this.#unlocked(deadline);
      }
    }
  }

  #prepare(sql: string): Statement {
    const { database, prepared } = this.#opened();
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  /** Drops a connection that met a lock: until libsql's statement is garbage-collected, it commits no writes. */
  #giveUp(): void {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  /** Waits until the file is unlocked, or until the deadline. All waiting requests share one poll. */
  async #unlocked(deadline: number): Promise<void> {
    this.#askUntil = Math.max(this.#askUntil, deadline);
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    await within(deadline - performance.now(), this.#asking, () => undefined);
  }

  async #ask(): Promise<void> {
    for (let wait = 5; performance.now() < this.#askUntil; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await pause(wait);
      try {
        // Unlike in #execute, a refused statement is reset here.
        return void this.#opened().database.exec("BEGIN IMMEDIATE; ROLLBACK");
      } catch (error) {
        // The waiting requests get other errors from their own attempts.
        if (!isLocked(error)) return;
      }
    }
  }

  #opened(): Connection {
    if (this.#isClosed) throw new StoreUnavailable("the session store was closed");
    return (this.#connection ??= this.#open());
  }

  #open(): Connection {
    mkdirSync(dirname(this.#file), { recursive: true });
    // SQLite would create a file that everybody can read. Its two companion files take over this mode.
    closeSync(openSync(this.#file, "a", 0o600));
    const database = new Libsql(this.#file, { timeout: SQLITE_PATIENCE_MS });
    try {
      database.pragma("journal_mode = WAL");
      // Sufficient in WAL mode: a killed process loses nothing, a power failure only the last moments.
      database.pragma("synchronous = NORMAL");
      for (const pragma of this.#pragmas) database.pragma(pragma);
      for (const statement of schema) database.exec(statement);
      return { database, prepared: new Map() };
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/** Whether another process has locked the file. */
const isLocked = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(reasonOf(error));
