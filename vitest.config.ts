import { fileURLToPath } from "node:url";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";
import { textFiles } from "./app/i18n/text-files-plugin";
import { brand } from "./server/runtime/brand";
import { FaultTable } from "./tests/kit/runner/fault-table";
import { NearestFirst } from "./tests/kit/runner/nearest-first";
import { filesLeftOut } from "./tests/kit/runner/needs";
import { addPrivatePrograms } from "./tools/run-tests/private-packages";

addPrivatePrograms();

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In-process API: MSW (tests/mocks) passes every call to the sandbox. */
const inProcessApi = {
  API_BASE_URL: "http://api.test/api",
  ORDER_API_BASE_URL: "http://api.test/order-service",
  STRIPE_PUBLISHABLE_KEY: "pk_test_routes",
  STRIPE_JS_URL: "http://api.test/stripe/stripe.js",
  SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
  // On a busy machine a call may take longer than a page waits for its optional parts.
  OPTIONAL_PART_MS: "3000",
  LOG_LEVEL: "silent",
};

/** @param testTimeout for tests that hang, not a measure of speed: a shared machine may delay a test for seconds */
const project = (
  name: string,
  testTimeout: number,
  test: UserWorkspaceConfig["test"] = {},
): UserWorkspaceConfig => ({
  plugins: [textFiles(brand)],
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder("./app/") },
      { find: /^#server\//, replacement: folder("./server/") },
      { find: /^#brand\//, replacement: folder("./brand/") },
    ],
  },
  esbuild: { jsx: "automatic" },
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    exclude: filesLeftOut(),
    setupFiles: ["tests/kit/runner/vitest.ts"],
    testTimeout,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: Math.min(testTimeout, 120_000),
    ...test,
  },
});

const withPrograms = { setupFiles: ["tests/kit/runner/vitest.ts", "tests/kit/runner/failed-programs.ts"] };

/** Too long for `npm test`: every night, and by name. */
const longFaults = ["tests/faults/month.test.ts", "tests/faults/soak.test.ts"];

const oneAtATime = { poolOptions: { forks: { singleFork: true } } };

// No Remix plugin: it takes over the module graph and breaks imports of route modules.
export default defineConfig({
  test: {
    globalSetup: ["tests/kit/runner/data-root.ts"],
    sequence: { sequencer: NearestFirst },
    pool: "forks",
    // Unit and route tests share their modules, which cuts the time per file to a fifth. tests/kit/runner/vitest.ts cleans
    // up.
    poolOptions: { forks: { maxForks: 2, isolate: false } },
    reporters: process.env["SORIA_TEST_REPORT"]
      ? ["default", ["json", { outputFile: process.env["SORIA_TEST_REPORT"] }], new FaultTable()]
      : ["default", new FaultTable()],
    projects: [
      project("unit", 60_000, { env: { LOG_LEVEL: "silent" } }),
      project("routes", 60_000, {
        setupFiles: ["tests/kit/runner/vitest.ts", "tests/kit/runner/in-process-api.ts"],
        env: inProcessApi,
      }),
      project("faults", 120_000, {
        ...withPrograms,
        exclude: ["tests/faults/attacks/**", ...longFaults, ...filesLeftOut()],
        isolate: false,
      }),
      project("long", 120_000, { ...withPrograms, include: longFaults, isolate: true, ...oneAtATime }),
      // One file at a time: they measure requests a second, and time out.
      project("topology", 900_000, { ...withPrograms, isolate: true, ...oneAtATime }),
      project("observe", 600_000, { isolate: true }),
      project("releases", 180_000, { isolate: true }),
      // One file at a time: five sites and browsers that start at once take longer than READY_MS on two cores.
      project("engines", 180_000, { isolate: true, ...oneAtATime }),
      // Requests to and attacks on the built site, in parallel with the faults.
      project("served", 180_000, {
        include: ["tests/faults/attacks/**/*.test.ts", "tests/http/**/*.test.ts"],
        globalSetup: ["tests/kit/programs/served-site.ts"],
        // One module graph for all: each file keeps its own state.
        isolate: false,
        ...oneAtATime,
      }),
    ],
  },
});
