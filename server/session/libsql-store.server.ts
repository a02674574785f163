import { type Client, createClient, type InArgs, type ResultSet } from "@libsql/client";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { Locks } from "./locks";
import {
  isStoreUnavailable,
  reasonOf,
  type RecordContent,
  type SessionStore,
  type StoredRecord,
  StoreUnavailable,
} from "./store";

const SWEEP_EVERY_MS = 10 * 60_000;

const schema = [
  `CREATE TABLE IF NOT EXISTS sessions (
     key TEXT PRIMARY KEY, owner TEXT, payload BLOB NOT NULL, version INTEGER NOT NULL, expires_at INTEGER NOT NULL
   )`,
  "CREATE INDEX IF NOT EXISTS sessions_by_owner ON sessions (owner) WHERE owner IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at)",
  "CREATE TABLE IF NOT EXISTS locks (key TEXT PRIMARY KEY, token TEXT NOT NULL, expires_at INTEGER NOT NULL)",
];

interface LibsqlStoreOptions {
  /** Further settings of the connection, such as `max_page_count = 100`. */
  pragmas?: string[];
}

/**
 * The embedded store: one SQLite file. Several processes may share it. It is opened at first use, and again after
 * a failure to open, so that a folder which appears late or a disk that was full does no lasting harm.
 */
export class LibsqlStore implements SessionStore {
  readonly #file: string;
  readonly #options: LibsqlStoreOptions;
  #client: Promise<Client> | undefined;
  readonly #sweeper: NodeJS.Timeout;
  readonly #locks: Locks;

  constructor(file: string, options: LibsqlStoreOptions = {}) {
    this.#file = file;
    this.#options = options;
    this.#locks = new Locks({
      acquire: async (key, token, lifeMs) => {
        const now = Date.now();
        const { rowsAffected } = await this.#execute(
          `INSERT INTO locks (key, token, expires_at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
           WHERE locks.expires_at <= ?`,
          [key, token, now + lifeMs, now],
        );
        return rowsAffected === 1;
      },
      extend: async (key, token, lifeMs) => {
        await this.#execute("UPDATE locks SET expires_at = ? WHERE key = ? AND token = ?", [
          Date.now() + lifeMs,
          key,
          token,
        ]);
      },
      release: async (key, token) => {
        await this.#execute("DELETE FROM locks WHERE key = ? AND token = ?", [key, token]);
      },
    });
    this.#sweeper = setInterval(() => void this.sweep().catch(ignoreOutage), SWEEP_EVERY_MS);
    this.#sweeper.unref();
  }

  async get(key: string): Promise<StoredRecord | undefined> {
    const { rows } = await this.#execute(
      "SELECT owner, payload, version, expires_at FROM sessions WHERE key = ? AND expires_at > ?",
      [key, Date.now()],
    );
    const row = rows[0];
    if (!row) return undefined;
    return {
      payload: new Uint8Array(row["payload"] as ArrayBuffer),
      version: Number(row["version"]),
      owner: row["owner"] === null ? undefined : String(row["owner"]),
      expiresAt: Number(row["expires_at"]),
    };
  }

  async create(key: string, { payload, owner, expiresAt }: RecordContent): Promise<boolean> {
    // One that has expired and was not swept yet does not exist.
    const { rowsAffected } = await this.#execute(
      `INSERT INTO sessions (key, owner, payload, version, expires_at) VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (key) DO UPDATE
       SET owner = excluded.owner, payload = excluded.payload, version = 1, expires_at = excluded.expires_at
       WHERE sessions.expires_at <= ?`,
      [key, owner ?? null, payload, expiresAt, Date.now()],
    );
    return rowsAffected === 1;
  }

  async replace(
    key: string,
    version: number,
    { payload, owner, expiresAt }: RecordContent,
  ): Promise<boolean> {
    const { rowsAffected } = await this.#execute(
      `UPDATE sessions SET owner = ?, payload = ?, version = version + 1, expires_at = ?
       WHERE key = ? AND version = ? AND expires_at > ?`,
      [owner ?? null, payload, expiresAt, key, version, Date.now()],
    );
    return rowsAffected === 1;
  }

  async destroy(key: string): Promise<void> {
    await this.#execute("DELETE FROM sessions WHERE key = ?", [key]);
  }

  async destroyAllOf(owner: string, exceptKey?: string): Promise<number> {
    const { rowsAffected } = await this.#execute("DELETE FROM sessions WHERE owner = ? AND key <> ?", [
      owner,
      exceptKey ?? "",
    ]);
    return rowsAffected;
  }

  async count(): Promise<number> {
    const { rows } = await this.#execute(
      "SELECT count(*) AS n FROM sessions WHERE expires_at > ? AND instr(key, ':') = 0",
      [Date.now()],
    );
    return Number(rows[0]?.["n"] ?? 0);
  }

  async ping(): Promise<void> {
    await this.#execute("SELECT 1 FROM sessions LIMIT 1", []);
  }

  withLock<Result>(key: string, work: () => Promise<Result>, waitMs?: number): Promise<Result> {
    return this.#locks.run(key, work, waitMs);
  }

  /** Deletes what has expired. Runs by itself every ten minutes. */
  async sweep(): Promise<void> {
    const now = Date.now();
    await this.#execute("DELETE FROM sessions WHERE expires_at <= ?", [now]);
    await this.#execute("DELETE FROM locks WHERE expires_at <= ?", [now]);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const client = this.#client;
    this.#client = Promise.reject(new StoreUnavailable("the session store was closed"));
    this.#client.catch(ignoreOutage);
    await client?.then((opened) => opened.close()).catch(ignoreOutage);
  }

  async #execute(sql: string, args: InArgs): Promise<ResultSet> {
    const client = await this.#opened();
    try {
      return await client.execute({ sql, args });
    } catch (error) {
      throw new StoreUnavailable(reasonOf(error), { cause: error });
    }
  }

  #opened(): Promise<Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined;
      throw new StoreUnavailable(reasonOf(error), { cause: error });
    });
    return this.#client;
  }

  async #open(): Promise<Client> {
    mkdirSync(dirname(this.#file), { recursive: true });
    // Made here, because SQLite would make it readable for everybody; its two companions take over the mode.
    closeSync(openSync(this.#file, "a", 0o600));
    const client = createClient({
      url: pathToFileURL(this.#file).href,
      intMode: "number",
      timeout: 3_000,
      // Settings belong to a connection, so there is exactly one.
      concurrency: 1,
    });
    try {
      await client.execute("PRAGMA journal_mode = WAL");
      // Enough in WAL mode: a killed process loses nothing, only a power cut may lose the last moments.
      await client.execute("PRAGMA synchronous = NORMAL");
      for (const pragma of this.#options.pragmas ?? []) await client.execute(`PRAGMA ${pragma}`);
      for (const statement of schema) await client.execute(statement);
      return client;
    } catch (error) {
      client.close();
      throw error;
    }
  }
}

/** For work nobody waits for; the next request meets the outage itself and reports it. */
function ignoreOutage(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}
