/**
 * For every test: a data folder of its own, and nothing written to console.error unnoticed. A test that expects
 * such a line replaces console.error itself (`vi.spyOn(console, "error").mockImplementation(…)`).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "soria-test-"));
process.env["DATA_DIR"] = dataDir;

let written: string[] = [];

beforeEach(() => {
  written = [];
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    written.push(format(...parts));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(written, "console.error was called").toEqual([]);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
