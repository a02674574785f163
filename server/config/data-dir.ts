import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { EnvError } from "./variables";

/**
 * Returns the secret in `<dataDir>/session-secret` (mode 0600); creates it on first use. When two processes start
 * together, only one can hard-link its complete file, so both use the same secret.
 *
 * @throws EnvError naming DATA_DIR when the folder or the file cannot be read or written
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  const read = () => {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length < 32) throw new Error("the file session-secret is damaged");
    return secret;
  };
  try {
    return read();
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw unusable(dataDir, error);
  }
  try {
    makeFolder(dataDir);
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return read();
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function unusable(dataDir: string, error: unknown): EnvError {
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  return new EnvError(
    "DATA_DIR",
    JSON.stringify(dataDir),
    `a folder that can be read and written (${reason})`,
  );
}

/**
 * Creates a folder and its parents. mkdirSync's `recursive` option hangs where a folder cannot be created (/proc, Node
 * 20).
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}

/** Creates DATA_DIR if necessary. @throws EnvError when it is no folder that this process can read and write */
export function requireDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}
