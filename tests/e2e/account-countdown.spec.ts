import { expect, test } from "../kit/browser/fixtures";
import { pauseClock } from "../kit/browser/pause-clock";
import { texts } from "../kit/data/texts";
import { freshEmail, PASSWORD, press, says } from "./account-support";

test.describe("with scripts @scripts-only", () => {
  const t = texts("ja", "account");
  const errors = texts("ja", "errors");

  test("the countdown goes by minute, then by second, and ends with the message [A131.1 A131.2 A131.3 A131.4 A131.5 A132.1]", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/sign-up");
    await page.getByRole("textbox", { name: t("signIn.email") }).fill(freshEmail());
    await press(page, t("signUp.email.submit"));
    const code = page.getByLabel(t("code.label"));
    const left = (unit: string, n: number) => t(`code.left.${unit}_other`, { count: n });
    await says(code, left("minutes", 30));
    await page.clock.runFor(10 * 60_000);
    await says(code, left("minutes", 20));
    await page.clock.runFor(18 * 60_000);
    await says(code, left("minutes", 2));
    // From here on the clock stands, because a second passes before it is read.
    await pauseClock(page);
    const shown = new RegExp(left("seconds", 0).replace("0", "(\\d+)"));
    await expect(code).toHaveAccessibleDescription(shown);
    const seconds = Number(shown.exec(await page.getByRole("main").innerText())?.[1]);
    expect(seconds).toBeGreaterThan(30);
    await says(code, left("seconds", seconds));
    await page.clock.runFor(10_000);
    await says(code, left("seconds", seconds - 10));
    await page.clock.runFor(51_000);
    await says(code, errors("web.023"));
    // Announced to screen readers, unlike the countdown before it.
    await expect(page.getByRole("status").filter({ hasText: errors("web.023") })).toBeVisible();
  });

  test.describe("when the connection breaks", () => {
    test.use({ allowed: [/ERR_FAILED/] });

    test("what was typed stays, also while it is checked", async ({ page, member }) => {
      for (const [path, button] of [
        ["/sign-up", t("signUp.email.submit")],
        ["/find-password", t("find.submit")],
        ["/sign-in", t("signIn.submit")],
      ] as const) {
        await page.goto(path);
        await page.route("**/*_data=*", (route) => route.abort());
        const email = page.getByRole("textbox", { name: t("signIn.email") });
        const lost = page.waitForEvent("requestfailed");
        await email.fill(member.email);
        if (path === "/sign-in") await page.getByLabel(t("signIn.password"), { exact: true }).fill(PASSWORD);
        else await lost;
        await press(page, button);
        await expect(page.getByRole("alert")).toHaveText(errors("offline"));
        await expect(email).toHaveValue(member.email);
        await page.unroute("**/*_data=*");
      }
      // Submits again when the connection is back. The alert may show just before the form accepts a submission.
      await expect(async () => {
        await press(page, t("signIn.submit"));
        await expect(page).toHaveURL("/", { timeout: 5_000 });
      }).toPass();
    });
  });
});
