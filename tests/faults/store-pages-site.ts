/** The site on an API that loses responses and is killed, for the walks of store-pages.test.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { runProgram, type Running } from "../kit/programs/site";
import { FaultyWire, ImmortalSite } from "./store-support";

/** The programs of the file's tests: the sandbox, its API, the connection to it, and the site. */
export let sandbox: Running;
export let api: SandboxClient;
export let wire: FaultyWire;
export let site: ImmortalSite;
/** Ids of the cheapest items. */
export let items: { usd: number; soria: number };

/** Starts the programs before the tests of the file. */
export function useStore(): void {
  const dataDir = mkdtempSync(join(tmpdir(), "soria-store-pages-"));
  beforeAll(async () => {
    const port = await freePort();
    const own = { SANDBOX_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" };
    sandbox = await runProgram("sandbox", port, own, "/mailbox.json");
    api = new SandboxClient(sandbox.origin);
    wire = new FaultyWire(sandbox.origin);
    const address = await wire.start();
    site = await ImmortalSite.start({
      DATA_DIR: dataDir,
      API_BASE_URL: `${address}/api`,
      ORDER_API_BASE_URL: `${address}/order-service`,
      SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
      STRIPE_PUBLISHABLE_KEY: "pk_test_faults",
      STRIPE_JS_URL: `${sandbox.origin}/stripe/stripe.js`,
      RATE_LIMIT_FACTOR: "0",
      LOG_LEVEL: "silent",
    });
    const db = createClient({ url: `file:${join(dataDir, "sandbox.db")}` });
    const cheapest = async (type: string) => {
      const sql = "SELECT id FROM products WHERE payment_type = ? ORDER BY amount LIMIT 1";
      return Number((await db.execute({ sql, args: [type] })).rows[0]?.["id"]);
    };
    items = { usd: await cheapest("USD"), soria: await cheapest("SORIA") };
    db.close();
  });

  afterAll(async () => {
    await site.stop();
    wire.close();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Makes a JSON call of the sandbox. */
export const json = async <Answer>(path: string, init?: RequestInit) =>
  (await (await fetch(sandbox.origin + path, init)).json()) as Answer;
