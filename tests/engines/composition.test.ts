/**
 * Input method (IME) in Firefox: the Enter that commits a composition does not submit the form, and a list is not
 * searched during a composition. Chromium: tests/e2e/composition.spec.ts. WebKit: composition-webkit.test.ts.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RunningSite, startSite } from "../kit/programs/site";
import { isHydrated } from "../kit/browser/hydrated";
import { Marionette } from "./marionette";

const WAIT = { timeout: 60_000, interval: 100 };
/** Longer than the debounce of the list search, in ms. */
const SEARCH_MS = 600;

let running: RunningSite;
let browser: Marionette;
beforeAll(async () => {
  running = await startSite();
  browser = await Marionette.start();
});
afterAll(async () => {
  await browser?.close();
  await running.stop();
});

/** In the browser's window: changes the composition in the focused field. */
const compose = (text: string) =>
  browser.run(
    `const [text] = arguments;
     const tip = (window.soriaInput ??= Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor));
     if (!tip.beginInputTransactionForTests(window)) throw new Error("no input transaction");
     tip.setPendingCompositionString(text);
     tip.appendClauseToPendingComposition(text.length, tip.ATTR_RAW_CLAUSE);
     tip.setCaretInPendingComposition(text.length);
     tip.flushPendingComposition();`,
    [text],
    "chrome",
  );

/** Commits the composition with Enter, as an input method does through the browser. */
const commitByEnter = (text: string) =>
  browser.run(
    `const enter = new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: KeyboardEvent.DOM_VK_RETURN });
     window.soriaInput.commitCompositionWith(arguments[0], enter);
     window.soriaInput.keyup(enter);`,
    [text],
    "chrome",
  );

/** Opens a page, and records the events of a field and the submits of its form. */
async function open(path: string, selector: string): Promise<void> {
  await browser.open(running.site.origin + path);
  await vi.waitFor(async () => expect(await browser.run(`return (${isHydrated})()`)).toBe(true), WAIT);
  await browser.run(
    `const field = document.querySelector(arguments[0]);
     window.heard = [];
     for (const kind of ["keydown", "compositionstart", "compositionend"])
       field.addEventListener(kind, (event) => heard.push([kind, event.key ?? event.data, event.isComposing ?? null]));
     field.form.addEventListener("submit", () => heard.push(["submit"]));
     field.focus();`,
    [selector],
  );
}

it.each([
  ["/news", "main input[type=search]"],
  ["/support/inquiry", "main input[name=name]"],
  ["/sign-in", "main input[name=email]"],
])("%s: Enter while composing sends nothing", async (path, selector) => {
  await open(path, selector);
  for (const text of ["m", "み", "みz", "みず"]) await compose(text);
  await pause(SEARCH_MS);
  await commitByEnter("水");
  const heard = await browser.run<string[][]>("return heard");
  expect(heard[0]?.[0]).toBe("compositionstart");
  expect(heard.map(([kind]) => kind)).toContain("compositionend");
  expect(heard.map(([kind]) => kind)).not.toContain("submit");
  expect(await browser.run("return location.pathname + location.search")).toBe(path);
  expect(await browser.run("return document.querySelector(arguments[0]).value", [selector])).toBe("水");
});

it("a search waits for the end of a composition", async () => {
  await open("/support/faq", "main input[type=search]");
  await compose("しま");
  await pause(SEARCH_MS);
  expect(await browser.run("return location.search")).toBe("");
  await commitByEnter("島");
  await vi.waitFor(
    async () => expect(await browser.run("return location.search")).toContain("keyword="),
    WAIT,
  );
  expect(await browser.run("return document.activeElement.value")).toBe("島");
});
