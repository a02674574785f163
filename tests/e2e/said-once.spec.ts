/** A failed form is announced once: by the summary alone, not by the focus too, nor again while fields are mended. */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { Speech } from "../kit/browser/speech";
import { texts } from "../kit/data/texts";

const account = texts("ja", "account");
const support = texts("ja", "support");

/** Returns the announcements since the last call, and the focused element's line. */
async function heard(
  speech: Speech,
  read: number,
): Promise<{ alerts: string[]; focus: string[]; read: number }> {
  await speech.hears("");
  const lines = speech.text().split("\n");
  const own = lines.slice(read);
  const startingWith = (mark: string) => own.filter((line) => line.startsWith(mark));
  return { alerts: startingWith("alert: "), focus: startingWith("focus: "), read: lines.length };
}

/** Fails while the summary is the only element with the role, and the focus is around it. */
async function expectSummary(page: Page): Promise<void> {
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.locator(":focus").getByRole("alert")).toBeVisible();
}

test("a summary of many fields is announced once, and once for each press @scripts-only", async ({
  page,
}) => {
  const speech = await Speech.of(page);
  await page.goto("/support/inquiry");
  const button = page.getByRole("button", { name: support("inquiry.submit"), exact: true });
  await button.click();
  await expectSummary(page);
  const first = await heard(speech, 0);
  expect(first.alerts).toHaveLength(1);
  expect(first.focus).toEqual([expect.not.stringMatching(/alert|入力/)]);

  await page.getByLabel(support("inquiry.email"), { exact: true }).fill("guest@example.com");
  await page.getByLabel(support("inquiry.name"), { exact: true }).fill("水野 灯");
  const heading = texts("ja", "common")("form.summary_other", { count: 3 });
  await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
  const mended = await heard(speech, first.read);
  expect(mended.alerts).toEqual([]);

  await button.click();
  await expectSummary(page);
  const again = await heard(speech, mended.read);
  expect(again.alerts).toHaveLength(1);
  expect(again.alerts[0]).toMatch(/件名/);
  expect(again.alerts[0]).not.toMatch(/お名前|メールアドレス/);
});

test("the same refusal twice is announced twice, each time once @scripts-only", async ({ page }) => {
  const speech = await Speech.of(page);
  await page.goto("/sign-up");
  const button = page.getByRole("button", { name: account("signUp.email.submit"), exact: true });
  let read = 0;
  for (const press of [1, 2]) {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await button.click();
    await answered;
    await expectSummary(page);
    const news = await heard(speech, read);
    expect(news.alerts, `press ${press}`).toHaveLength(1);
    read = news.read;
  }
});

test("without scripts the page begins at the summary, which is its only alert @no-scripts", async ({
  page,
}) => {
  await page.goto("/support/inquiry");
  await page.getByRole("button", { name: support("inquiry.submit"), exact: true }).click();
  await expect(page).toHaveTitle(new RegExp(`^${texts("ja", "common")("form.error")}`));
  await expectSummary(page);
});
