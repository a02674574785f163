import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { LRUCache } from "lru-cache";
import { sourcePath } from "./source-files";

const SCHEMA = readFileSync(sourcePath("server/sandbox/schema.sql"), "utf8");
const TABLES = [...SCHEMA.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? "");
/** A database with another version is recreated. Only `meta`, with the key that signs the tokens, survives that. */
const SCHEMA_VERSION = createHash("sha256").update(SCHEMA).digest("hex");

/** A parameter; a boolean is stored as 0 or 1. */
export type SqlValue = string | number | bigint | boolean | null;

export type Statement = string | { sql: string; args: SqlValue[] };

/** libsql panics at a boolean, which ends the process. */
const bound = (value: SqlValue) => (typeof value === "boolean" ? Number(value) : value);

/** Maximum number of prepared statements. The sandbox has about 200. */
const PREPARED = 500;

/** @param row values by column; undefined is NULL */
export function insertRow(table: string, row: Record<string, SqlValue | undefined>): Statement {
  const columns = Object.keys(row);
  return {
    sql: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    args: Object.values(row).map((value) => value ?? null),
  };
}

/** The sandbox's database. It uses one connection, so statements never wait for each other's locks. */
export interface Database {
  all<T>(sql: string, args?: SqlValue[]): Promise<T[]>;
  one<T>(sql: string, args?: SqlValue[]): Promise<T | undefined>;
  /** Runs one statement and returns the number of changed rows and the id of an inserted row. */
  run(sql: string, args?: SqlValue[]): Promise<{ changes: number; id: number }>;
  /** Runs the statements in one transaction, which is atomic even if the process is killed. */
  atomically(statements: Statement[]): Promise<void>;
  /** Deletes all data except `meta` and runs the statements, in one transaction. */
  refill(statements: Statement[]): Promise<void>;
  isSeeded(): Promise<boolean>;
  /** Returns the value stored under a name, created on first use. It survives a reset. */
  keep(name: string, make: () => string): Promise<string>;
  close(): void;
}

/**
 * Opens the database and creates it if missing. Drops all data when the schema version has changed.
 *
 * @param dataDir folder of `sandbox.db`, or ":memory:" for a database that ends with the process
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  if (dataDir !== ":memory:") mkdirSync(dataDir, { recursive: true });
  const isFile = dataDir !== ":memory:";
  const connection = new Libsql(isFile ? join(dataDir, "sandbox.db") : dataDir, { timeout: 3000 });
  // Preparing a statement takes three times as long as running it.
  const prepared = new LRUCache<string, ReturnType<typeof connection.prepare>>({ max: PREPARED });
  const prepare = (sql: string) => {
    const known = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const all = (sql: string, args: SqlValue[] = []): unknown[] => prepare(sql).all(args.map(bound));
  const run = (sql: string, args: SqlValue[] = []) => prepare(sql).run(args.map(bound));
  const atomically = (statements: Statement[]) => {
    connection.exec("BEGIN IMMEDIATE");
    try {
      for (const statement of statements) {
        if (typeof statement === "string") connection.exec(statement);
        else run(statement.sql, statement.args);
      }
      connection.exec("COMMIT");
    } catch (error) {
      if (connection.inTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  };

  if (isFile) connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = NORMAL");
  connection.exec("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
  const [version] = all("SELECT value FROM meta WHERE name = 'schema'") as { value: string }[];
  if (version?.value !== SCHEMA_VERSION) {
    atomically([
      ...TABLES.map((name) => `DROP TABLE IF EXISTS ${name}`),
      "DELETE FROM meta WHERE name = 'seeded'",
      { sql: "INSERT OR REPLACE INTO meta (name, value) VALUES ('schema', ?)", args: [SCHEMA_VERSION] },
      SCHEMA,
    ]);
  }

  return {
    // Not validated: each SQL statement stands beside its row type.
    all: async <T>(sql: string, args?: SqlValue[]) => all(sql, args) as T[],
    one: async <T>(sql: string, args?: SqlValue[]) => all(sql, args)[0] as T | undefined,
    async run(sql, args) {
      const { changes, lastInsertRowid } = run(sql, args);
      return { changes, id: Number(lastInsertRowid) };
    },
    atomically: async (statements) => atomically(statements),
    refill: async (statements) =>
      atomically([
        ...TABLES.map((name) => `DELETE FROM ${name}`),
        "DELETE FROM sqlite_sequence",
        ...statements,
        "INSERT OR REPLACE INTO meta (name, value) VALUES ('seeded', 'yes')",
      ]),
    isSeeded: async () => all("SELECT 1 FROM meta WHERE name = 'seeded'").length > 0,
    async keep(name, make) {
      run("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", [name, make()]);
      const [row] = all("SELECT value FROM meta WHERE name = ?", [name]) as { value: string }[];
      return row?.value ?? "";
    },
    close: () => connection.close(),
  };
}
