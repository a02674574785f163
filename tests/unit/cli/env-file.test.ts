import { unwatchFile, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEnvFile, watchEnvFile } from "#server/cli/env-file";
import { newFolder } from "../../kit/data/new-folder";

let folder: string;
const names = ["ENV_FILE_TEST_A", "ENV_FILE_TEST_B"];

beforeEach(() => {
  folder = newFolder();
});

afterEach(() => {
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

test("a change of the file is told, also of one that was not there", async () => {
  const file = join(folder, ".env");
  const told = new Promise<string>((resolve) => watchEnvFile(resolve, file));
  // Until the watcher has looked once, it takes the file for one that was there.
  const writing = setInterval(() => writeFileSync(file, `ENV_FILE_TEST_A=${Date.now()}\n`), 50);
  expect(await told).toContain(".env has changed");
  clearInterval(writing);
  unwatchFile(file);
});
