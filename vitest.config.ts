import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { textFiles } from "./app/i18n/text-files-plugin";
import { brand } from "./server/runtime/brand";
import { FaultTable } from "./tests/setup/fault-table";
import { NearestFirst } from "./tests/setup/nearest-first";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: /^~\//, replacement: folder("./app/") },
  { find: /^#server\//, replacement: folder("./server/") },
  { find: /^#brand\//, replacement: folder("./brand/") },
];

/** In-process API: MSW (tests/mocks) passes every call to the sandbox. */
const inProcessApi = {
  API_BASE_URL: "http://api.test/api",
  ORDER_API_BASE_URL: "http://api.test/order-service",
  STRIPE_PUBLISHABLE_KEY: "pk_test_routes",
  STRIPE_JS_URL: "http://api.test/stripe/stripe.js",
  SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
  LOG_LEVEL: "silent",
};

// No Remix plugin: it takes over the module graph and breaks imports of route modules.
export default defineConfig({
  test: {
    globalSetup: ["tests/setup/data-root.ts"],
    sequence: { sequencer: NearestFirst },
    pool: "forks",
    // Unit and route tests share their modules, which cuts the time per file to a fifth. tests/setup/vitest.ts cleans
    // up.
    poolOptions: { forks: { maxForks: 2, isolate: false } },
    reporters: process.env["SORIA_TEST_REPORT"]
      ? ["default", ["json", { outputFile: process.env["SORIA_TEST_REPORT"] }], new FaultTable()]
      : ["default", new FaultTable()],
    projects: [
      {
        plugins: [textFiles(brand)],
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          name: "unit",
          environment: "node",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/setup/vitest.ts"],
          env: { LOG_LEVEL: "silent" },
          // For tests that hang, not a measure of speed: a shared machine may delay a test for seconds.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [textFiles(brand)],
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          name: "routes",
          environment: "node",
          include: ["tests/routes/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/setup/vitest.ts", "tests/setup/in-process-api.ts"],
          env: inProcessApi,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "faults",
          environment: "node",
          include: ["tests/faults/**/*.test.ts"],
          exclude: ["tests/faults/attacks/**"],
          setupFiles: ["tests/setup/vitest.ts"],
          isolate: false,
          // These tests start processes, stop Redis and measure times, so they run one at a time.
          poolOptions: { forks: { singleFork: true } },
          // They measure seconds on a machine that may be shared.
          retry: process.env["CI"] ? 2 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "topology",
          environment: "node",
          isolate: true,
          include: ["tests/topology/**/*.test.ts"],
          setupFiles: ["tests/setup/vitest.ts"],
          // One file at a time: they measure requests a second, and time out.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "releases",
          environment: "node",
          isolate: true,
          include: ["tests/releases/**/*.test.ts"],
          setupFiles: ["tests/setup/vitest.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "engines",
          environment: "node",
          isolate: true,
          include: ["tests/engines/**/*.test.ts"],
          setupFiles: ["tests/setup/vitest.ts"],
          // One file at a time: five sites and browsers that start at once take longer than READY_MS on two cores.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [textFiles(brand)],
        resolve: { alias },
        test: {
          // Requests to and attacks on the built site. Nothing here measures time, so it runs in parallel with the
          // faults.
          name: "served",
          environment: "node",
          include: ["tests/faults/attacks/**/*.test.ts", "tests/http/**/*.test.ts"],
          setupFiles: ["tests/setup/vitest.ts"],
          globalSetup: ["tests/setup/served-site.ts"],
          // One module graph for all: each file keeps its own state.
          isolate: false,
          poolOptions: { forks: { singleFork: true } },
          retry: process.env["CI"] ? 1 : 0,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
