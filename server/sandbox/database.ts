import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { sourcePath } from "./source-files";

const SCHEMA = readFileSync(sourcePath("server/sandbox/schema.sql"), "utf8");
const TABLES = [...SCHEMA.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? "");
/** A database with another version is recreated. Only `meta`, with the key that signs the tokens, survives that. */
const SCHEMA_VERSION = createHash("sha256").update(SCHEMA).digest("hex");

/** A parameter; a boolean is stored as 0 or 1, undefined as NULL. */
export type SqlValue = string | number | bigint | boolean | null | undefined;

export interface Query {
  sql: string;
  args: SqlValue[];
}
export type Statement = string | Query;

/** libsql panics at a boolean, which ends the process. */
const bound = (value: SqlValue) => (typeof value === "boolean" ? Number(value) : (value ?? null));

/** A statement with its parameters in place: sql`DELETE FROM codes WHERE email = ${email}`. Parts may be others. */
export const sql = (texts: readonly string[], ...values: (SqlValue | Query)[]): Query => {
  const parts = values.map((value) =>
    typeof value === "object" && value !== null ? value : { sql: "?", args: [value] },
  );
  return {
    sql: String.raw({ raw: texts }, ...parts.map((part) => part.sql)),
    args: parts.flatMap(({ args }) => args),
  };
};

/** @param row values, or expressions for them, by column; names such as `memberId` become `member_id` */
export function insertRow(table: string, row: Record<string, SqlValue | Query>) {
  const columns = Object.keys(row)
    .join(", ")
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const values = Object.values(row);
  const commas = values.slice(1).map(() => ", ");
  return sql([`INSERT INTO ${table} (${columns}) VALUES (`, ...commas, ")"], ...values);
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Opens the database and creates it if missing. Drops all data when the schema version has changed. It uses one
 * connection, so statements never wait for each other's locks.
 *
 * @param dataDir folder of `sandbox.db`, or ":memory:" for a database that ends with the process
 */
export async function openDatabase(dataDir: string) {
  const isFile = dataDir !== ":memory:";
  if (isFile) mkdirSync(dataDir, { recursive: true });
  const connection = new Libsql(isFile ? join(dataDir, "sandbox.db") : dataDir, { timeout: 3000 });
  // Preparing a statement takes three times as long as running it. The sandbox has about 200.
  const prepared = new Map<string, ReturnType<typeof connection.prepare>>();
  const execute = (how: "all" | "run", statement: Statement, given: SqlValue[] = []) => {
    const { sql: text, args } = typeof statement === "string" ? { sql: statement, args: given } : statement;
    const known = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, known);
    return known[how](args.map(bound));
  };
  // Row types are not validated: each SQL statement stands beside its row type.
  const all = <T>(statement: Statement, args?: SqlValue[]) => execute("all", statement, args) as T[];
  const atomically = (statements: Statement[]) => {
    connection.exec("BEGIN IMMEDIATE");
    try {
      for (const statement of statements) {
        if (typeof statement === "string") connection.exec(statement);
        else execute("run", statement);
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
  const valueOf = (name: string) =>
    all<{ value: string }>(sql`SELECT value FROM meta WHERE name = ${name}`)[0];
  if (valueOf("schema")?.value !== SCHEMA_VERSION) {
    atomically([
      ...TABLES.map((name) => `DROP TABLE IF EXISTS ${name}`),
      "DELETE FROM meta WHERE name = 'seeded'",
      sql`INSERT OR REPLACE INTO meta (name, value) VALUES ('schema', ${SCHEMA_VERSION})`,
      SCHEMA,
    ]);
  }

  return {
    all: async <T>(statement: Statement, args?: SqlValue[]) => all<T>(statement, args),
    one: async <T>(statement: Statement, args?: SqlValue[]) => all<T>(statement, args)[0],
    run: async (statement: Statement, args?: SqlValue[]) =>
      execute("run", statement, args) as { changes: number },
    /** Runs the statements in one transaction, which is atomic even if the process is killed. */
    atomically: async (statements: Statement[]) => atomically(statements),
    /** Deletes all data except `meta` and runs the statements, in one transaction. */
    refill: async (statements: Statement[]) =>
      atomically([
        ...TABLES.map((name) => `DELETE FROM ${name}`),
        "DELETE FROM sqlite_sequence",
        ...statements,
        "INSERT OR REPLACE INTO meta (name, value) VALUES ('seeded', 'yes')",
      ]),
    isSeeded: async () => valueOf("seeded") !== undefined,
    /** Returns the value stored under a name, created on first use. It survives a reset. */
    async keep(name: string, make: () => string) {
      execute("run", sql`INSERT OR IGNORE INTO meta (name, value) VALUES (${name}, ${make()})`);
      return valueOf(name)?.value ?? "";
    },
    close: () => connection.close(),
  };
}
