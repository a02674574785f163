/** Debounce of the form scripts and duration of the toasts, controlled by the page's clock (docs/specification/statements.csv). */
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { hydrated } from "../kit/browser/hydrated";
import { pauseClock } from "../kit/browser/pause-clock";
import { texts } from "../kit/data/texts";

const t = texts("ja", "account");
const PAUSE_MS = 300;

/** Stops the page's clock. @returns the data that forms submit from then on, in order */
async function stopClock(page: Page): Promise<string[]> {
  await pauseClock(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/sign-up"))
      sent.push(request.postData() ?? "");
  });
  return sent;
}

test.describe("@scripts-only sign-up", () => {
  test("the address is checked 300 ms after the last key, and not before [A161.1 A339.1]", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/sign-up");
    const email = page.getByRole("textbox", { name: t("signIn.email") });
    await email.focus();
    const sent = await stopClock(page);
    for (const key of "pause@soria.test") {
      await page.keyboard.type(key);
      await page.clock.runFor(PAUSE_MS - 1);
    }
    expect(sent).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toContain("check-email");
    await page.clock.runFor(5 * PAUSE_MS);
    expect(sent).toHaveLength(1);
  });

  test("the code is checked 300 ms after its sixth digit [A166.3]", async ({ page }) => {
    await page.clock.install();
    await page.goto("/sign-up");
    const address = `pauses-${Date.now()}-${process.pid}@soria.test`;
    await page.getByRole("textbox", { name: t("signIn.email") }).fill(address);
    await page.getByRole("button", { name: t("signUp.email.submit"), exact: true }).click();
    const code = page.getByRole("textbox", { name: t("code.label"), exact: true });
    await code.focus();
    const sent = await stopClock(page);
    await page.keyboard.type("12345");
    await page.clock.runFor(5 * PAUSE_MS);
    expect(sent).toEqual([]);
    await page.keyboard.type("6");
    await page.clock.runFor(PAUSE_MS - 1);
    expect(sent).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toContain("123456");
  });
});

test.describe("@scripts-only the filters of a list", () => {
  test("the list is asked for 100 ms after the last change of a filter, and not before [P181.2]", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    await page.clock.install();
    await page.goto("/my-page/history");
    const form = page.getByRole("form", { name: "履歴を絞り込む" });
    const type = form.getByLabel("種類");
    await expect(type).toBeVisible();
    await hydrated(page);
    await pauseClock(page);
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.has("_data")) asked.push(searchParams.get("transactionType"));
    });
    for (const choose of [
      () => form.getByText("1か月", { exact: true }).click(),
      () => form.getByText("Soria Plus", { exact: true }).click(),
      () => type.selectOption("ALL"),
      () => type.selectOption("REDEEM"),
    ]) {
      await choose();
      await page.clock.runFor(99);
      expect(asked).toEqual([]);
    }
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/transactionType=REDEEM/);
    expect(new Set(asked)).toEqual(new Set(["REDEEM"]));
  });
});

test("a passing message stays 5 s @scripts-only [A342.1 P110.7]", async ({ page, signIn }) => {
  await signIn(page);
  await page.clock.install();
  await page.goto("/dao/suggestions/19/debates/1");
  const like = page.getByRole("button", { name: texts("ja", "dao")("debate.like") });
  await hydrated(page);
  await pauseClock(page);
  await like.press("Enter");
  const message = page.getByRole("status").filter({ hasText: texts("ja", "dao")("debate.liked") });
  await expect(message).toBeVisible();
  await page.clock.runFor(4_999);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toHaveCount(0);
});

test.describe("an API that fails", () => {
  // The browser logs this for the failed response to the button's script.
  test.use({ allowed: [/status of 502/] });

  test("a message of a failure goes after 5 s too, or at once when it is closed @scripts-only [A155.1 A342.1]", async ({
    page,
    member,
    sandbox,
    signIn,
  }) => {
    const path = "/api/dao/suggestions/19/debates/1/like";
    await sandbox.faults([{ path, status: 500, member: member.id }]);
    await signIn(page);
    await page.clock.install();
    await page.goto("/dao/suggestions/19/debates/1");
    const like = page.getByRole("button", { name: texts("ja", "dao")("debate.like") });
    await hydrated(page);
    await pauseClock(page);
    const message = page.getByRole("alert").filter({ hasText: texts("ja", "errors")("http.unexpected") });
    await like.press("Enter");
    await expect(message).toBeVisible();
    await page.clock.runFor(4_999);
    await expect(message).toBeVisible();
    await page.clock.runFor(1);
    await expect(message).toHaveCount(0);
    await like.press("Enter");
    await message.getByRole("button", { name: texts("ja", "common")("toast.dismiss") }).click();
    await expect(message).toHaveCount(0);
  });
});
