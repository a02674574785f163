/** What is typed before hydration is kept, and is the draft from then on; no older draft replaces it. */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { holdScripts, hydrated } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";

const field = (page: Page, name: string) => page.locator(`main [name=${name}]`);

/** Opens the page with its scripts held back. @returns a function that lets them run */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return async () => {
    await release();
    await page.unrouteAll({ behavior: "wait" });
  };
}

/** Opens the page anew: the browser restores no field, so what is shown is the draft. */
async function openAgain(page: Page, path: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(path);
  await hydrated(page);
}

const PATH = "/support/inquiry";

/** Types a draft, and opens its form again with the scripts held back. @returns a function that lets them run */
async function openHeldWithDraft(page: Page): Promise<() => Promise<void>> {
  await page.goto(PATH);
  await hydrated(page);
  await field(page, "subject").fill("older");
  await field(page, "message").fill("kept");
  return openHeld(page, PATH);
}

/** Expects the draft's message and this subject. */
async function expectSubject(page: Page, subject: string): Promise<void> {
  await expect(field(page, "message")).toHaveValue("kept");
  await expect(field(page, "subject")).toHaveValue(subject);
}

test("what was typed before hydration is kept, and becomes the draft @scripts-only", async ({ page }) => {
  const release = await openHeld(page, PATH);
  const typed = { subject: "件名 😀", name: "علی\u200cرضا", email: "taro..@docomo.ne.jp", message: "一\n二" };
  for (const [name, value] of Object.entries(typed)) await field(page, name).fill(value);
  await field(page, "typeCode").selectOption({ index: 1 });
  const chosen = await field(page, "typeCode").inputValue();
  await release();
  const isThere = async () => {
    for (const [name, value] of Object.entries(typed))
      await expect(field(page, name), name).toHaveValue(value);
    await expect(field(page, "typeCode")).toHaveValue(chosen);
  };
  await isThere();
  await openAgain(page, PATH);
  await isThere();
});

test("a type of inquiry that was selected before hydration brings its answers @scripts-only", async ({
  page,
}) => {
  const release = await openHeld(page, PATH);
  await field(page, "typeCode").selectOption({ index: 1 });
  await release();
  const all = page.getByRole("link", { name: texts("ja", "support")("answers.more"), exact: true });
  await expect(all).toBeVisible();
});

test("a reload in the middle of typing, before hydration, keeps the newer text @scripts-only", async ({
  page,
}) => {
  const release = await openHeldWithDraft(page);
  await field(page, "subject").fill("newer");
  await page.reload({ waitUntil: "domcontentloaded" });
  // The browser may have restored the field; a visitor who sees it empty types again.
  if ((await field(page, "subject").inputValue()) !== "newer") await field(page, "subject").fill("newer");
  await release();
  await expectSubject(page, "newer");
  await openAgain(page, PATH);
  await expectSubject(page, "newer");
});

for (const isFocused of [true, false]) {
  const where = isFocused ? "in use" : "left";
  test(`an older draft does not replace newer text in a field that is ${where} @scripts-only`, async ({
    page,
  }) => {
    const release = await openHeldWithDraft(page);
    await field(page, "subject").pressSequentially("newer");
    if (!isFocused) await field(page, "subject").blur();
    await release();
    await expectSubject(page, "newer");
    // The newer text is the draft, without another key press.
    await openAgain(page, PATH);
    await expectSubject(page, "newer");
  });
}

test("a field that was emptied before hydration stays empty, whatever its older draft @scripts-only", async ({
  page,
}) => {
  const release = await openHeldWithDraft(page);
  // The browser has restored the text, or the visitor has typed it; it is as empty again as the server sent it.
  await field(page, "subject").fill("newer");
  await field(page, "subject").fill("");
  await field(page, "subject").blur();
  await release();
  await expectSubject(page, "");
  // The empty field is the draft, without another key press.
  await openAgain(page, PATH);
  await expectSubject(page, "");
});
