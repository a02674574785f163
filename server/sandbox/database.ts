import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type InStatement, type InValue } from "@libsql/client";
import { sourcePath } from "./source-files";

const SCHEMA = readFileSync(sourcePath("server/sandbox/schema.sql"), "utf8");
const TABLES = [...SCHEMA.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? "");
/** A database with another version is recreated. Only `meta`, with the key that signs the tokens, survives that. */
const SCHEMA_VERSION = createHash("sha256").update(SCHEMA).digest("hex");

export type Statement = InStatement;

/** @param row values by column; undefined is NULL */
export function insertRow(table: string, row: Record<string, InValue | undefined>): Statement {
  const columns = Object.keys(row);
  return {
    sql: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    args: Object.values(row).map((value) => value ?? null),
  };
}

/** The sandbox's database. It uses one connection, so statements never wait for each other's locks. */
export interface Database {
  all<T>(sql: string, args?: InValue[]): Promise<T[]>;
  one<T>(sql: string, args?: InValue[]): Promise<T | undefined>;
  /** Runs one statement and returns the number of changed rows and the id of an inserted row. */
  run(sql: string, args?: InValue[]): Promise<{ changes: number; id: number }>;
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
  const url = dataDir === ":memory:" ? ":memory:" : `file:${join(dataDir, "sandbox.db")}`;
  const client = createClient({ url, concurrency: 1 });
  await client.execute("PRAGMA busy_timeout = 3000");
  if (dataDir !== ":memory:") await client.execute("PRAGMA journal_mode = WAL");
  await client.execute("PRAGMA synchronous = NORMAL");
  const meta = "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)";
  await client.execute(meta);
  const version = (await client.execute("SELECT value FROM meta WHERE name = 'schema'")).rows[0]?.value;
  if (version !== SCHEMA_VERSION) {
    const statements = [
      ...TABLES.map((name) => `DROP TABLE IF EXISTS ${name}`),
      "DELETE FROM meta WHERE name = 'seeded'",
      { sql: "INSERT OR REPLACE INTO meta (name, value) VALUES ('schema', ?)", args: [SCHEMA_VERSION] },
      ...SCHEMA.split(/;\s*/).filter(Boolean),
    ];
    await client.batch(statements, "write");
  }

  const run = async (sql: string, args: InValue[] = []) => client.execute({ sql, args });

  return {
    // Not validated: each SQL statement stands beside its row type.
    all: async <T>(sql: string, args?: InValue[]) => (await run(sql, args)).rows as unknown as T[],
    one: async <T>(sql: string, args?: InValue[]) =>
      (await run(sql, args)).rows[0] as unknown as T | undefined,
    async run(sql, args) {
      const result = await run(sql, args);
      return { changes: result.rowsAffected, id: Number(result.lastInsertRowid ?? 0) };
    },
    async atomically(statements) {
      await client.batch(statements, "write");
    },
    async refill(statements) {
      await client.batch(
        [
          ...TABLES.map((name) => `DELETE FROM ${name}`),
          "DELETE FROM sqlite_sequence",
          ...statements,
          "INSERT OR REPLACE INTO meta (name, value) VALUES ('seeded', 'yes')",
        ],
        "write",
      );
    },
    async isSeeded() {
      return (await run("SELECT 1 FROM meta WHERE name = 'seeded'")).rows.length > 0;
    },
    async keep(name, make) {
      await run("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", [name, make()]);
      return String((await run("SELECT value FROM meta WHERE name = ?", [name])).rows[0]?.value);
    },
    close: () => client.close(),
  };
}
