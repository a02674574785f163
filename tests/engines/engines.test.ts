/**
 * The sixteen main journeys in each engine (`npm run test:engines`), on the built site with a sandbox. Prints the
 * table of docs/testing.md. For one engine: `npm run test:engines -- -t WebKit`.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { isHydrated } from "../kit/browser/hydrated";
import type { Driver } from "./driver";
import { journeys } from "./journeys";
import { chromium, firefox, firefoxWithoutScripts } from "./puppeteer";
import { Visitor } from "./visitor";
import { webkit } from "./webkit";

const engines = [chromium, firefox, firefoxWithoutScripts, webkit];
/** Table cells of journeys that an engine cannot complete. */
const instead: Record<string, string> = {
  "Firefox without scripts: wallet": "says that it needs scripts",
  "Firefox without scripts: card dialog": "says that it needs scripts",
};
const cells = new Map<string, string>();
let running: RunningSite;

beforeAll(async () => {
  running = await startSite();
});
afterAll(async () => {
  await running.stop();
  const rows = Object.keys(journeys).map((journey) => [
    journey,
    ...engines.map(({ name }) => cells.get(`${name}: ${journey}`) ?? "not run"),
  ]);
  const head = ["", ...engines.map(({ name }) => name)];
  console.log([head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"));
});

describe.each(engines)("$name", (engine) => {
  let driver: Driver;
  let visitor: Visitor;

  beforeAll(async () => {
    driver = await engine.start();
    visitor = new Visitor(engine, driver, running.site.origin, isHydrated);
  });
  afterAll(() => driver.close());
  beforeEach(() => driver.forget());

  it.each(Object.entries(journeys))("%s", async (name, journey) => {
    const cell = `${engine.name}: ${name}`;
    cells.set(cell, "FAILED");
    const start = Date.now();
    const reported = running.site.output().length;
    await journey({ visitor, sandbox: new SandboxClient(running.sandbox?.origin ?? "") });
    const broken = running.site
      .output()
      .slice(reported)
      .split("\n")
      .filter((line) => line.includes("csp report"));
    expect([...driver.problems(), ...broken], "what pages must not do").toEqual([]);
    cells.set(cell, instead[cell] ?? `${((Date.now() - start) / 1000).toFixed(0)} s`);
  });
});
