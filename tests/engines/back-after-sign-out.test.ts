/**
 * Goes back to a member's page after sign-out, with a real navigation in each engine, whether the browser restores
 * the page from the back/forward cache or loads it again. From the first frame on, nothing of the member is shown
 * (docs/decisions/0036-session-of-a-tab.md). Part of `npm run test:engines`.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { isHydrated } from "../kit/browser/hydrated";
import type { Driver } from "./driver";
import { firefox, wholeChromium } from "./puppeteer";
import { webkit } from "./webkit";

const WAIT = { timeout: 60_000, interval: 100 };
let running: RunningSite;
const kept: Record<string, string> = {};

beforeAll(async () => {
  running = await startSite();
});
afterAll(async () => {
  await running.stop();
  console.log(kept);
});

/** In the page: records the text of the first frame when the page is restored from the back/forward cache. */
function noteFirstFrame(): boolean {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted)
      requestAnimationFrame(() => Object.assign(window, { firstFrame: document.body.innerText || "empty" }));
  });
  return true;
}

/** In the page: submits the sign-out form of the header. */
function signOut(): boolean {
  const form = [...document.forms].find(({ action }) => new URL(action).pathname === "/sign-out");
  form?.requestSubmit();
  return form !== undefined;
}

describe.each([wholeChromium, firefox, webkit])("$name", (engine) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await engine.start();
  });
  afterAll(() => driver.close());

  it("shows nothing of a member when going back after signing out", async () => {
    const { origin } = running.site;
    const sandbox = new SandboxClient(running.sandbox?.origin ?? "");
    const { email, password } = await sandbox.makeMember();
    const isReady = () =>
      vi.waitFor(async () => expect(await driver.evaluate(`(${isHydrated})()`)).toBe(true), WAIT);
    await driver.open(`${origin}/sign-in`);
    await isReady();
    const fields = JSON.stringify({ email, password });
    await driver.evaluate(
      `(fetch("/sign-in", { method: "POST", body: new URLSearchParams(${fields}), redirect: "manual" })
         .then(() => (window.isSent = true)), true)`,
    );
    await vi.waitFor(async () => expect(await driver.evaluate("window.isSent === true")).toBe(true), WAIT);
    await driver.open(`${origin}/my-page/profile`);
    await isReady();
    expect(await driver.evaluate<string>("document.body.innerText")).toContain(email);
    await driver.evaluate(`(${noteFirstFrame})()`);
    await driver.open(`${origin}/terms-of-use`);
    await isReady();
    expect(await driver.evaluate(`(${signOut})()`)).toBe(true);
    await vi.waitFor(async () => expect(await driver.url()).toBe(`${origin}/`), WAIT);
    await isReady();

    await driver.evaluate("(setTimeout(() => history.go(-2)), true)");
    await vi.waitFor(async () => expect(await driver.url()).toMatch(/\/my-page\/profile|\/sign-in/), WAIT);
    await isReady();
    const first = await driver.evaluate<string | null>("window.firstFrame ?? null");
    kept[engine.name] = first === null ? "loaded again" : "kept";
    expect(first ?? "").not.toContain(email);
    expect(await driver.evaluate<string>("document.body.innerText")).not.toContain(email);
  });
});
