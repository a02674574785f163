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
export const storedSecret = (dataDir: string): string =>
  using(dataDir, () => {
    const file = join(dataDir, "session-secret");
    if (!existsSync(file)) {
      makeFolder(dataDir);
      const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
      writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
      try {
        unlessThere(() => linkSync(draft, file));
      } finally {
        rmSync(draft, { force: true });
      }
    }
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length < 32) throw new Error("the file session-secret is damaged");
    return secret;
  });

/** Creates DATA_DIR if necessary. @throws EnvError when it is no folder that this process can read and write */
export const requireDataDir = (dataDir: string): void =>
  using(dataDir, () => {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  });

function using<Result>(dataDir: string, task: () => Result): Result {
  try {
    return task();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const wants = `a folder that can be read and written (${reason})`;
    throw new EnvError("DATA_DIR", JSON.stringify(dataDir), wants);
  }
}

/** Creates a folder and its parents. mkdirSync's `recursive` hangs where none can be created (/proc, Node 20). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  unlessThere(() => mkdirSync(path));
}

/** Creates a file or a folder, which another process may create at the same time. */
function unlessThere(create: () => void): void {
  try {
    create();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
