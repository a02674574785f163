/**
 * `npm run backup -- FILE` and `npm run restore -- FILE`; without npm `node build/backup.js save FILE` and
 * `node build/backup.js restore FILE`. For the embedded store in DATA_DIR (docs/operating.md).
 */
import { chmodSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { BackupError, restoreStore, saveStore } from "#server/store/backup.server";
import { loadEnvFile } from "./env-file";

function run(): string {
  const [command, name, ...rest] = process.argv.slice(2);
  if ((command !== "save" && command !== "restore") || !name || rest.length > 0)
    throw new BackupError("Usage: npm run backup -- FILE, or npm run restore -- FILE");
  if (process.env["SESSION_STORE_URL"])
    throw new BackupError("SESSION_STORE_URL is set: the sessions are in Redis. Back up Redis itself.");
  const folder = process.env["DATA_DIR"] ?? ".data";
  const store = join(folder, "sessions.db");
  const file = resolve(name);
  if (command === "restore") {
    const records = restoreStore(file, store);
    chmodSync(store, 0o600);
    return `Restored ${records} records from ${file}. The store before is ${store}.before-restore.`;
  }
  const records = saveStore(store, file);
  const secret = join(folder, "session-secret");
  const isOwn = !process.env["SESSION_SECRET"] && existsSync(secret);
  return `Saved ${records} records to ${file}.${isOwn ? ` Only ${secret} opens them: keep a copy of it elsewhere.` : ""}`;
}

if (process.argv[1]?.endsWith(".ts")) loadEnvFile();
try {
  console.log(run());
} catch (error) {
  if (!(error instanceof BackupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
