import type Libsql from "libsql";
import { setTimeout as pause } from "node:timers/promises";
import * as clock from "#server/runtime/clock.server";
import { within } from "#server/runtime/within";
import { openFile, pragmaOf } from "./libsql-file.server";
import { lockWith } from "./locks";
import { countLimited } from "#server/observe/metrics.server";
import { guestLimits } from "./record-limits";
import { type KeyedRecord, reasonOf, type SessionStore } from "./store";
import { ignoreOutage, StoreUnavailable } from "#server/errors/store-unavailable";

const SWEEP_EVERY_MS = 10 * 60_000;
/** Rows per batch. A batch blocks the process for some milliseconds; requests run between two batches. */
const SWEEP_BATCH = 500;

/** Time for which `execute` retries with non-blocking pauses while another process locks the file (a backup). */
const PATIENCE_MS = 800;
const LONGEST_PAUSE_MS = 100;
const SWEEP_PAUSE_MS = 20;
const PING_LIFE_MS = 60_000;

/** Above this share of the file's size, guests' sessions make room, so that members can always sign in. */
const GUESTS_SHARE = 0.75;
/** Guests' sessions that one new one evicts, at most. */
const MOST_EVICTED = 8;
/** Free pages that a sweep gives back to the disk. */
const VACUUM_PAGES = 2_000;

type Parameter = string | number | null | Uint8Array;

type Statement = ReturnType<InstanceType<typeof Libsql>["prepare"]>;

interface Connection {
  database: InstanceType<typeof Libsql>;
  /** Prepared statements by SQL. Preparing takes six times as long as reading a session. */
  prepared: Map<string, Statement>;
}

/**
 * Embedded store in one SQLite file, which several processes may share. Opens at first use and after a failure.
 *
 * @param pragmas additional settings of the connection, such as `max_page_count = 100`
 */
export function libsqlStore(file: string, pragmas: readonly string[] = []) {
  let connection: Connection | undefined;
  let isClosed = false;
  /** The shared poll for the file lock, and the time until which a request waits for it. */
  let asking: Promise<void> | undefined;
  let askUntil = 0;

  const open = (): Connection => ({ database: openFile(file, pragmas), prepared: new Map() });

  function opened(): Connection {
    if (isClosed) throw new StoreUnavailable("the session store was closed");
    return (connection ??= open());
  }

  /** Drops a connection that met a lock: until libsql's statement is garbage-collected, it commits no writes. */
  function giveUp(): void {
    connection?.database.close();
    connection = undefined;
  }

  function prepare(sql: string): Statement {
    const { database, prepared } = opened();
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  async function ask(): Promise<void> {
    for (let wait = 5; performance.now() < askUntil; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await pause(wait);
      try {
        // Unlike in `execute`, a refused statement is reset here.
        return void opened().database.exec("BEGIN IMMEDIATE; ROLLBACK");
      } catch (error) {
        // The waiting requests get other errors from their own attempts.
        if (!isLocked(error)) return;
      }
    }
  }

  /** Waits until the file is unlocked, or until the deadline. All waiting requests share one poll. */
  async function unlocked(deadline: number): Promise<void> {
    askUntil = Math.max(askUntil, deadline);
    asking ??= ask().finally(() => (asking = undefined));
    await within(deadline - performance.now(), asking, () => undefined);
  }

  async function execute<Result>(sql: string, work: (statement: Statement) => Result): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return work(prepare(sql));
      } catch (error) {
        const isLate = performance.now() >= deadline;
        if (isLocked(error)) giveUp();
        if (isLate || !isLocked(error)) throw new StoreUnavailable(reasonOf(error), { cause: error });
        await unlocked(deadline);
      }
    }
  }

  const all = <Result>(sql: string, args: Parameter[]) =>
    execute(sql, (statement) => statement.all(args) as Result[]);

  /** @returns the number of changed rows */
  const run = (sql: string, args: Parameter[]) => execute(sql, (statement) => statement.run(args).changes);

  async function select(column: "key" | "owner", value: string): Promise<KeyedRecord[]> {
    const rows = await all<KeyedRecord & { owner: string | null }>(
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

  function sizeNow() {
    const { database } = opened();
    const pageSize = pragmaOf(database, "page_size");
    const used = pragmaOf(database, "page_count") - pragmaOf(database, "freelist_count");
    return { used: used * pageSize, limit: pragmaOf(database, "max_page_count") * pageSize };
  }

  /** Deletes guests' sessions beyond the limits: of this address the oldest, then of the one with the most data. */
  async function limitGuests(guest: string): Promise<void> {
    let evicted = await run(
      `DELETE FROM sessions WHERE rowid IN
       (SELECT rowid FROM sessions WHERE guest = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
      [guest, guestLimits.perAddress],
    );
    for (let tries = 0; tries < MOST_EVICTED; tries += 1) {
      const [{ n = 0 } = {}] = await all<{ n: number }>(
        "SELECT count(*) AS n FROM sessions WHERE guest IS NOT NULL",
        [],
      );
      const { used, limit } = sizeNow();
      if (n <= 1 || (n <= guestLimits.all && used < limit * GUESTS_SHARE)) break;
      evicted += await run(
        `DELETE FROM sessions WHERE rowid = (SELECT min(rowid) FROM sessions WHERE guest =
         (SELECT guest FROM sessions WHERE guest IS NOT NULL
          GROUP BY guest ORDER BY sum(length(payload)) DESC LIMIT 1))`,
        [],
      );
    }
    for (let n = 0; n < evicted; n += 1) countLimited("guest-sessions");
  }

  /** Deletes expired rows in batches, and gives free pages back to the disk. */
  async function sweep(): Promise<void> {
    const now = clock.now();
    for (const table of ["sessions", "locks"]) {
      for (;;) {
        const changes = await run(
          `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires_at <= ? LIMIT ?)`,
          [now, SWEEP_BATCH],
        );
        if (changes < SWEEP_BATCH) break;
        await pause(SWEEP_PAUSE_MS);
      }
    }
    await execute("SELECT 1", () => opened().database.pragma(`incremental_vacuum(${VACUUM_PAGES})`));
  }

  const endSweeps = clock.every(SWEEP_EVERY_MS, () => void sweep().catch(ignoreOutage));

  return {
    sweep,
    withLock: lockWith({
      acquire: async (key, token, lifeMs) => {
        const now = clock.now();
        const changes = await run(
          `INSERT INTO locks (key, token, expires_at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
           WHERE locks.expires_at <= ?`,
          [key, token, now + lifeMs, now],
        );
        return changes === 1;
      },
      extend: (key, token, lifeMs) => {
        const end = clock.now() + lifeMs;
        return run("UPDATE locks SET expires_at = ? WHERE key = ? AND token = ?", [end, key, token]);
      },
      release: (key, token) => run("DELETE FROM locks WHERE key = ? AND token = ?", [key, token]),
    }),
    get: async (key) => (await select("key", key))[0],
    async create(key, { payload, owner, expiresAt, guest }) {
      // Replaces an expired record that was not swept yet.
      const changes = await run(
        `INSERT INTO sessions (key, owner, payload, version, expires_at, guest) VALUES (?, ?, ?, 1, ?, ?)
         ON CONFLICT (key) DO UPDATE
         SET owner = excluded.owner, payload = excluded.payload, version = 1, expires_at = excluded.expires_at,
           guest = excluded.guest
         WHERE sessions.expires_at <= ?`,
        [key, owner ?? null, payload, expiresAt, guest ?? null, clock.now()],
      );
      if (guest !== undefined) await limitGuests(guest);
      return changes === 1;
    },
    async replace(key, version, { payload, owner, expiresAt }) {
      const changes = await run(
        `UPDATE sessions SET owner = ?, payload = ?, version = version + 1, expires_at = ?
         WHERE key = ? AND version = ? AND expires_at > ?`,
        [owner ?? null, payload, expiresAt, key, version, clock.now()],
      );
      return changes === 1;
    },
    async destroy(key) {
      await run("DELETE FROM sessions WHERE key = ?", [key]);
    },
    listOf: (owner) => select("owner", owner),
    destroyAllOf: (owner, exceptKey = "") =>
      run("DELETE FROM sessions WHERE owner = ? AND key <> ?", [owner, exceptKey]),
    async count() {
      const [row] = await all<{ n: number }>(
        "SELECT count(*) AS n FROM sessions WHERE expires_at > ? AND instr(key, ':') = 0",
        [clock.now()],
      );
      return row?.n ?? 0;
    },
    async *keys(prefix) {
      for (let after = prefix; ;) {
        const rows = await all<{ key: string }>(
          "SELECT key FROM sessions WHERE key > ? AND substr(key, 1, ?) = ? ORDER BY key LIMIT ?",
          [after, prefix.length, prefix, SWEEP_BATCH],
        );
        yield rows.map(({ key }) => key.slice(prefix.length));
        if (rows.length < SWEEP_BATCH) return;
        after = rows.at(-1)?.key ?? after;
      }
    },
    async ping() {
      await run(
        `INSERT INTO locks (key, token, expires_at) VALUES ('ping', '', ?)
         ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at`,
        [clock.now() + PING_LIFE_MS],
      );
    },
    size: () => execute("SELECT 1", sizeNow),
    async close() {
      endSweeps();
      isClosed = true;
      giveUp();
    },
  } satisfies SessionStore & { sweep: () => Promise<void> };
}

/** Whether another process has locked the file. */
const isLocked = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(reasonOf(error));
