/** A backup of the embedded store while the built site runs, and its restoration after the store was lost. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/cli/children";
import { HttpMember } from "../kit/visitors/http-member";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running, type RunningSite, startSite } from "../kit/programs/site";

let folder: string;
let first: RunningSite;
let second: Running | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "soria-backup-"));
  first = await startSite({ dataDir: folder });
});
afterAll(async () => {
  await second?.stop();
  await first.stop();
  rmSync(folder, { recursive: true, force: true });
});

function backup(...args: string[]) {
  const { SESSION_STORE_URL: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/backup.js", ...args], {
    cwd: projectRoot,
    encoding: "utf8",
    env: { ...environment, DATA_DIR: folder },
  });
  return { status, said: stdout + stderr };
}

test("members who signed in before the backup stay signed in, those after it sign in again", async () => {
  const sandbox = new SandboxClient(first.sandbox?.origin ?? "");
  const signedIn = async () => {
    const { email, password } = await sandbox.makeMember({});
    const browser = new HttpMember(first.site.origin);
    await browser.signIn(email, password);
    return browser;
  };
  const statusOf = async (browser: HttpMember) => (await browser.request("/my-page/profile")).status;
  const before = await signedIn();
  const file = join(folder, "backup.db");
  expect(backup("save", file)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Saved [1-9]\d* records/),
  });
  const after = await signedIn();

  expect(backup("restore", file)).toEqual({
    status: 1,
    said: expect.stringContaining("stop the site first"),
  });
  expect(await statusOf(after)).toBe(200);
  await first.site.stop();
  expect(backup("restore", file)).toMatchObject({ status: 0, said: expect.stringContaining("Restored") });
  expect(existsSync(join(folder, "sessions.db.before-restore"))).toBe(true);

  const port = new URL(first.site.origin).port;
  const { port: sandboxPort } = new URL(first.sandbox?.origin ?? "");
  const env = { PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: folder, RATE_LIMIT_FACTOR: "0" };
  second = await runProgram("site", Number(port), env, "/healthz");
  expect(await statusOf(before)).toBe(200);
  expect(await statusOf(after)).toBe(303);
});
