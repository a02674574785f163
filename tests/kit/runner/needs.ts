/** Which tests are skipped without a program that could not be brought. In CI its lack is a failure. */
import type { Tool } from "../../../tools/run-tests/tools";

export const skippedWithout: Record<Tool, readonly string[]> = {
  redis: [
    "tests/unit/store/redis-connection.test.ts",
    "tests/unit/store/redis-store.test.ts",
    "tests/unit/api/swr-cache.test.ts",
    "tests/faults/month.test.ts",
    "tests/faults/session-processes.test.ts",
    "tests/faults/session-store-down.test.ts",
    "tests/faults/site-outages.test.ts",
    "tests/faults/two-machines.test.ts",
    "tests/http/starts.test.ts",
    "tests/releases/releases.test.ts",
    "tests/topology/deploy-walk.test.ts",
    "tests/topology/topology.test.ts",
    "tests/topology/varnish-sites.test.ts",
  ],
  chromium: ["tests/e2e"],
  fonts: ["tests/e2e/phrases.spec.ts", "the fallback face in tests/e2e/headlines.spec.ts"],
  nginx: ["tests/topology/nginx-attacks.test.ts", "tests/topology/nginx-http.test.ts"],
  openssl: ["TLS in tests/unit/store/redis-connection.test.ts", "tests/topology/nginx-tls.test.ts"],
  varnish: ["tests/topology/varnish.test.ts", "tests/topology/day-without-sites.test.ts"],
};

/** Names of missing programs for the child processes of a run, separated by commas. */
export const WITHOUT = "SORIA_WITHOUT";

const isTool = (name: string): name is Tool => Object.hasOwn(skippedWithout, name);

/** Returns the test files that Vitest leaves out in this run. */
export const filesLeftOut = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  (environment[WITHOUT] ?? "")
    .split(",")
    .filter(isTool)
    .flatMap((tool) => skippedWithout[tool]);
