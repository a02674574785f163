import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEnvFile } from "#server/cli/env-file";

let folder: string;
const names = ["ENV_FILE_TEST_A", "ENV_FILE_TEST_B"];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "soria-env-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const name of names) Reflect.deleteProperty(process.env, name);
});

test("what the file sets is there, and its names are said, never its values", () => {
  const file = join(folder, ".env");
  writeFileSync(file, "ENV_FILE_TEST_A=one\n# a comment\nENV_FILE_TEST_B='two words'\n");
  const line = loadEnvFile(file);
  expect(process.env["ENV_FILE_TEST_A"]).toBe("one");
  expect(process.env["ENV_FILE_TEST_B"]).toBe("two words");
  expect(line).toBe("Read .env: ENV_FILE_TEST_A, ENV_FILE_TEST_B.");
});

test("what the shell has set wins", () => {
  process.env["ENV_FILE_TEST_A"] = "shell";
  const file = join(folder, ".env");
  writeFileSync(file, "ENV_FILE_TEST_A=file\n");
  expect(loadEnvFile(file)).toBe("Read .env: it sets nothing that is not set already.");
  expect(process.env["ENV_FILE_TEST_A"]).toBe("shell");
});

test("no file is no fault; one that cannot be read is named", () => {
  expect(loadEnvFile(join(folder, ".env"))).toBeUndefined();
  expect(() => loadEnvFile(folder)).toThrow(folder);
});
