/**
 * Setup of every test file: sets a data folder, and fails a test that writes to console.error. A test that expects
 * such a line replaces console.error (`vi.spyOn(console, "error").mockImplementation(…)`).
 *
 * After each test, this restores mocks, global variables and timers: no file has to. Files share a process, its modules
 * and its data folder (vitest.config.ts), so this resets their state at the end of each file.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { format } from "node:util";
import { afterAll, afterEach, beforeEach, expect, inject, vi } from "vitest";
import { setClockOffset } from "#server/runtime/clock.server";
import { forgetEnv } from "#server/config/env.server";
import { forgetCounts } from "#server/limits/rate-limit.server";
import { features } from "#server/purchases/features.server";
import { singleton } from "#server/runtime/singleton";

process.env["DATA_DIR"] = singleton("test-data", () => mkdtempSync(join(inject("dataRoot"), "worker-")));
const environment = { ...process.env };

let written: string[] = [];

beforeEach(() => {
  written = [];
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    written.push(format(...parts));
  });
});

// Registered first, so it runs after the file's own afterEach hooks.
afterEach(async () => {
  // Tests without I/O take no turn of the event loop. After a minute of them Vitest's own messages time out.
  await setImmediate();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  expect(written, "console.error was called").toEqual([]);
});

// Registered first, so it runs after the file's own afterAll hooks.
afterAll(() => {
  setClockOffset(0);
  for (const name of Object.keys(process.env))
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  forgetEnv();
  forgetCounts();
  // It logs with the log of the modules that opened it, and a file may have reset the modules.
  Reflect.deleteProperty(globalThis, Symbol.for("soria.session-store"));
  for (const feature of Object.values(features)) feature.has = undefined;
});
