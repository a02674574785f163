import { SandboxClient } from "../visitors/sandbox-client";
import { patient, type RunningSite, startSite } from "../programs/site";
import { test as base } from "./fixtures";

/**
 * A test whose site and sandbox are processes of the file's own. @param env settings of both
 */
export const withOwnSite = (env: Record<string, string> = {}) =>
  base.extend<object, { running: RunningSite }>({
    running: [
      async ({}, use) => {
        const running = await startSite({ env: { ...patient, ...env } });
        await use(running);
        await running.stop();
      },
      { scope: "worker", timeout: 90_000 },
    ],
    baseURL: async ({ running }, use) => use(running.site.origin),
    sandbox: async ({ running }, use) => use(new SandboxClient(running.sandbox?.origin ?? "")),
  });
