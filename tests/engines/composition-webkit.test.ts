/**
 * Composition in WebKit: the Enter that commits a composition does not submit the form, and a list is not searched
 * during a composition. The input method is GTK's own: Ctrl+Shift+U and the number of a character. It commits as
 * those for Japanese do, with Enter, but has no list of candidates. Firefox: composition.test.ts.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RunningSite, startSite } from "../kit/programs/site";
import { isHydrated } from "../kit/browser/hydrated";
import { type WebDriver, webkit } from "./webkit";

const WAIT = { timeout: 60_000, interval: 100 };
/** Longer than the debounce of the list search, in ms. */
const SEARCH_MS = 600;
const BEGIN = ["Control", "Shift", "u"];
/** Number of 島 in Unicode, as keys. */
const ISLAND = ["5", "c", "f", "6"].map((key) => [key]);

let running: RunningSite;
let driver: WebDriver;
beforeAll(async () => {
  running = await startSite();
  driver = await webkit.start();
});
afterAll(async () => {
  await driver?.close();
  await running?.stop();
});

/** Opens a page, focuses a field, and records its compositions and the submits of its form. */
async function open(path: string, selector: string): Promise<void> {
  await driver.open(running.site.origin + path);
  await vi.waitFor(async () => expect(await driver.evaluate(`(${isHydrated})()`)).toBe(true), WAIT);
  const note = (fieldSelector: string) => {
    const field = document.querySelector<HTMLInputElement>(fieldSelector);
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const kind of ["compositionstart", "compositionend"])
      field?.addEventListener(kind, () => heard.push(kind));
    field?.form?.addEventListener("submit", () => heard.push("submit"));
    field?.focus();
    return true;
  };
  await driver.evaluate(`(${note})(${JSON.stringify(selector)})`);
}
const heard = () => driver.evaluate<string[]>("window.heard");
const value = () => driver.evaluate<string>("document.activeElement.value");
const address = () => driver.evaluate<string>("location.pathname + location.search");

it.each([
  ["/news", "main input[type=search]"],
  ["/support/inquiry", "main input[name=name]"],
  ["/sign-in", "main input[name=email]"],
])("%s: Enter while composing sends nothing in WebKit", async (path, selector) => {
  await open(path, selector);
  await driver.press(BEGIN, ...ISLAND);
  await pause(SEARCH_MS);
  expect(await heard()).toEqual(["compositionstart"]);
  expect(await value()).toBe("u5cf6");
  expect(await address()).toBe(path);
  await driver.press(["Enter"]);
  await vi.waitFor(async () => expect(await value()).toBe("島"), WAIT);
  expect(await heard()).toContain("compositionend");
  expect(await heard()).not.toContain("submit");
});

it("a search waits for the end of a composition in WebKit", async () => {
  await open("/support/faq", "main input[type=search]");
  await driver.press(BEGIN, ...ISLAND);
  await pause(SEARCH_MS);
  expect(await address()).toBe("/support/faq");
  await driver.press(["Enter"]);
  await vi.waitFor(async () => expect(await address()).toContain("keyword="), WAIT);
  expect(decodeURIComponent(await address())).toContain("keyword=島");
  expect(await value()).toBe("島");
});
