import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./tests/setup/chromium";

const report = process.env["SORIA_TEST_REPORT"];

export default defineConfig({
  testDir: "tests/e2e",
  // A second build, and minutes: by command alone.
  testIgnore: process.env["BUILD_SWAP"] ? [] : ["**/build-swap.spec.ts"],
  globalSetup: "./tests/setup/e2e.ts",
  outputDir: "test-results/e2e",
  snapshotPathTemplate: "{testDir}/{arg}{ext}",
  // As many as cores: a third takes a tenth more of processor time, and faults and attacks have what is left.
  workers: 2,
  fullyParallel: true,
  // A shared machine may hold a browser up for seconds. What passes only at a later try is listed as flaky.
  retries: process.env["CI"] ? 2 : 0,
  forbidOnly: Boolean(process.env["CI"]),
  // In CI others may use the machine: a limit is there for what hangs, not to measure speed.
  timeout: process.env["CI"] ? 120_000 : 60_000,
  expect: { timeout: process.env["CI"] ? 15_000 : 8_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    // Emptied after each test, and with the site's files in its cache: a new one costs half a second a test.
    reuseContext: true,
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    // Drawing islands that drift costs a machine without a graphics card most of its time; the tests of motion
    // ask for it themselves.
    contextOptions: { reducedMotion: "reduce" },
    // A trace of every test costs as much as the test itself; TRACE=1 keeps those of failed ones.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: launchOptions({ pictures: false }),
  },
  // Every journey runs in both; one that can only be told with scripts (or without) says so by its tag.
  projects: [
    { name: "scripts", grepInvert: /@no-scripts\b/ },
    { name: "no-scripts", grepInvert: /@scripts-only\b/, use: { javaScriptEnabled: false } },
  ],
});
