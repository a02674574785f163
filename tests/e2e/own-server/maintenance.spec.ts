/** A maintenance from the line before it to the line after it, a payment in the middle, with scripts and without. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "../../kit/browser/fixtures";
import { withOwnSite } from "../../kit/browser/own-site";

const test = withOwnSite();
// One worker: the tests share the plan.
test.describe.configure({ mode: "default" });
test.use({ allowed: [/^foreign request: http:\/\/localhost|\b503\b/] });

const words = {
  ja: {
    planned: /メンテナンスのため島を閉じます/,
    title: "ただいま、島の手入れをしています",
    details: "くわしい予定を見る",
    over: /島に灯りが戻りました/,
  },
  en: {
    planned: /The islands close for maintenance/,
    title: "We’re tending the islands just now",
    details: "See the details",
    over: /The lamps are lit again/,
  },
} as const;

for (const lng of ["ja", "en"] as const) {
  test(`is planned, runs and is over, in ${lng}`, async ({ page, running }) => {
    const file = join(running.dataDir, "maintenance.json");
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const plan = (from: number, until: number) =>
      writeFileSync(file, JSON.stringify({ from: at(from), until: at(until) }));
    /** The site reads the file at most once a second. */
    const opens = (path: string, status: number, text: RegExp | string) =>
      expect(async () => {
        const response = await page.goto(`${path}?lng=${lng}`);
        expect(response?.status()).toBe(status);
        await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 15_000 });
    const say = words[lng];
    try {
      plan(5, 7);
      await opens("/news", 200, say.planned);
      await page.getByRole("link", { name: say.details }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say.planned);

      plan(-1, 1);
      await opens("/news", 503, say.title);
      // A purchase under way goes on to its page: a guest's leads to the sign-in.
      const during = await page.request.get("/store/products/complete?purchase=x", { maxRedirects: 0 });
      expect(during.status()).toBeLessThan(400);

      plan(-2, -0.01);
      await opens("/news", 200, say.over);
    } finally {
      rmSync(file, { force: true });
    }
  });
}
