import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { beforeEach, expect, test } from "vitest";
import { keepAssets, previousAssetsFolder, retireAssets, staticFiles } from "#server/http/static-files";
import { newFolder } from "../../kit/data/new-folder";
import { closed, listening } from "../../kit/programs/listening";

const HOUR = 3_600_000;
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = newFolder();
});

/** Writes a build with these assets. @returns its folder */
function build(...names: string[]): string {
  rmSync(at("client"), { recursive: true, force: true });
  mkdirSync(at("client/assets"), { recursive: true });
  for (const name of names) writeFileSync(at("client/assets", name), `of ${name}`);
  return at("client/assets");
}

test("what a build had is there for a day after the next one, however long it ran itself", async () => {
  const kept = at("kept");
  const start = Date.now();
  const deploy = async (hour: number, ...names: string[]) => {
    const assets = build(...names);
    await retireAssets(assets, kept, start + hour * HOUR);
    await keepAssets(assets, kept);
  };
  await deploy(0, "a-1.js", "b-1.js", "b-1.js.br");
  await deploy(1_000, "a-2.js", "b-1.js", "b-1.js.br");
  expect(readdirSync(kept)).toEqual(["a-1.js", "a-2.js", "b-1.js", "b-1.js.br"]);
  // Restarts without a change.
  await deploy(1_023, "a-2.js", "b-1.js", "b-1.js.br");
  expect(readdirSync(kept)).toContain("a-1.js");
  await deploy(1_025, "a-3.js", "b-1.js", "b-1.js.br");
  expect(readdirSync(kept)).toEqual(["a-2.js", "a-3.js", "b-1.js", "b-1.js.br"]);
  // Rolls back to an earlier build.
  await deploy(1_026, "a-2.js", "b-1.js", "b-1.js.br");
  await deploy(1_051, "a-2.js", "b-1.js", "b-1.js.br");
  expect(readdirSync(kept)).toEqual(["a-2.js", "b-1.js", "b-1.js.br"]);
});

test("an earlier build's script is answered as its own build did", async () => {
  const kept = at("kept");
  await retireAssets(build("a-1.js"), kept);
  await keepAssets(at("client/assets"), kept);
  const assets = build("a-2.js");
  const server = createServer(
    express().use(staticFiles(at("client"), await previousAssetsFolder(assets, kept))),
  );
  try {
    const origin = await listening(server);
    for (const name of ["a-1.js", "a-2.js"]) {
      const response = await fetch(`${origin}/assets/${name}`);
      expect(await response.text()).toBe(`of ${name}`);
      expect(response.headers.get("Content-Type")).toMatch(/javascript/);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    }
    expect((await fetch(`${origin}/assets/a-0.js`)).status).toBe(404);
  } finally {
    await closed(server);
  }
});

test("a folder that cannot be used costs the earlier builds' files only", async () => {
  writeFileSync(at("kept"), "a file");
  expect(await previousAssetsFolder(build("a-1.js"), at("kept"))).toBeUndefined();
});
