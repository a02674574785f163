import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./tests/kit/browser/chromium";
import { ownSites, runningSite } from "./tests/kit/programs/running-site";

const report = process.env["SORIA_TEST_REPORT"];

export default defineConfig({
  testDir: "tests/e2e",
  // These need a second build and take minutes, so they run only on request.
  testIgnore: [
    ...(process.env["BUILD_SWAP"] ? [] : ["**/build-swap.spec.ts"]),
    ...(process.env["BRAND_DIR"] ? [] : ["**/brand.spec.ts"]),
    ...(runningSite() ? ownSites : []),
  ],
  globalSetup: "./tests/kit/browser/e2e.ts",
  outputDir: "test-results/e2e",
  snapshotPathTemplate: "{testDir}/{arg}{ext}",
  // One worker per core: a third costs ten percent more CPU time, which the fault and attack tests need.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // For tests that hang, not a measure of speed: the machine may be shared.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    // Cleared after each test, but keeps the site's files in its cache: a new context costs half a second per test.
    reuseContext: true,
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    // Animations take most of the CPU time without a graphics card. Tests of motion enable it themselves.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing doubles the time of a test; TRACE=1 keeps the traces of failed tests.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: launchOptions({ pictures: false }),
  },
  // Every test runs in both projects, except those tagged for one.
  projects: [
    { name: "scripts", grepInvert: /@no-scripts\b/ },
    { name: "no-scripts", grepInvert: /@scripts-only\b/, use: { javaScriptEnabled: false } },
  ],
});
