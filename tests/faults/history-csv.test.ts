/** A long history CSV on the built site; its memory is reported. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { figure, inRow } from "./table";

const MB = 1024 * 1024;

inRow("memory");

let running: RunningSite;
beforeAll(async () => {
  running = await startSite();
});
afterAll(() => running.stop());

/** Returns the resident memory of the site's process, in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${running.site.child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Downloads the whole history of a new member with this number of SORIA rows. */
async function csvOf(history: number): Promise<string> {
  const { origin } = running.site;
  const sandbox = new SandboxClient(running.sandbox?.origin ?? "");
  const member = await sandbox.makeMember({ history, balances: { soria: 9_000_000 } });
  const signedIn = await fetch(`${origin}/sign-in`, {
    method: "POST",
    headers: { Origin: origin },
    body: new URLSearchParams({ email: member.email, password: member.password }),
    redirect: "manual",
  });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const response = await fetch(`${origin}/my-page/history.csv?from=2000-01-01`, {
    headers: { Cookie: cookies.join("; ") },
  });
  expect(response.status).toBe(200);
  return response.text();
}

// How far the rows are read ahead: tests/routes/my-page/history.test.ts.
it("10,000 rows are a whole CSV", async (context) => {
  context.skip(process.platform !== "linux", "memory is read from /proc");
  // Shorter downloads first, to exclude lazy loading and the growth of the heap to its working size.
  for (let n = 0; n < 3; n += 1) await csvOf(1_000);
  const before = memory();
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, memory())), 10);
  const text = await csvOf(10_000);
  clearInterval(watch);

  const lines = text.trimEnd().split("\r\n");
  figure(`10,000 rows of CSV: ${((highest - before) / MB).toFixed(1)} MB more at most`);
  expect(lines).toHaveLength(10_001);
  expect(lines.every((line) => line.split(",").length === 6)).toBe(true);
});
