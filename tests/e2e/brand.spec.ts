/**
 * Every screen of another brand: nothing of the site's own brand is on it in any language, and axe finds nothing at two
 * widths, by day and by night. Runs on the build that `npm run test:brand` makes.
 */
import type { Page } from "@playwright/test";
import { brand } from "../../server/runtime/brand";
import { expect, test, withPictures } from "../kit/browser/fixtures";
import { detailsIn, screenSets } from "../kit/browser/screens";
import { texts } from "../kit/data/texts";

test.use(withPictures);

const languages = ["ja", "en", "ko", "zh"] as const;
const widths = [390, 1366];
/** The default brand, its company, and placeholders that were not filled in. */
const others = /soria|ソリア|소리아|索莉亚|\{\{/i;

/** Returns what a visitor reads or hears of a page: its texts, labels, alternative texts, title and meta tags. */
const readable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = [document.title, ...document.body.innerText.split("\n")];
    for (const element of document.querySelectorAll("*"))
      for (const name of [
        "alt",
        "title",
        "aria-label",
        "aria-description",
        "placeholder",
        "content",
        "download",
      ])
        words.push(element.getAttribute(name) ?? "");
    return words;
  });

for (const { of, screens, as } of screenSets) {
  test(`every screen of ${of} is of this brand alone @scripts-only`, async ({
    page,
    sandbox,
    signIn,
    speak,
    checkA11y,
  }) => {
    test.setTimeout(900_000);
    if (as)
      await signIn(page, await sandbox.makeMember({ ...as, email: `${crypto.randomUUID()}@lumen.example` }));
    const all = [...screens];
    const found: string[] = [];
    for (const path of all) {
      for (const lng of languages) {
        await speak(lng);
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const words = await readable(page);
        expect(words[0], path).toContain(brand.brand[lng]);
        // The address of the exchange is one of the specification.
        const own = words.map((text) => text.replaceAll("/store/soria-exchange", ""));
        found.push(...own.filter((text) => others.test(text)).map((text) => `${path} ${lng}: ${text}`));
      }
      await speak("ja");
      for (const width of widths) {
        await test.step(`${path} at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(path);
          // At its end: before that, the bar with the Buy button may cover a part of a control.
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          await checkA11y(page, { night: true });
        });
      }
      for (const detail of detailsIn(await page.content())) if (!all.includes(detail)) all.push(detail);
    }
    expect(found).toEqual([]);
  });
}

test("the manifest, the feed and an error page of the front are of this brand @scripts-only", async ({
  request,
  baseURL,
}) => {
  const textAt = async (path: string) => (await request.get(`${baseURL}${path}`)).text();
  for (const path of ["/site.webmanifest?lng=en", "/news/feed.xml?lng=en"]) {
    const text = await textAt(path);
    expect(text, path).toContain(brand.brand.en);
    expect(text.match(others), path).toBeNull();
  }
  const refusal = await textAt("/%zz");
  expect(refusal).toContain(`| ${brand.brand.ja}</title>`);
  expect(refusal).toContain(brand.errorPage.action);
  expect(refusal.match(others)).toBeNull();
});

test("an email is of this brand @scripts-only", async ({ page, sandbox }) => {
  const email = `${crypto.randomUUID()}@lumen.example`;
  await page.goto("/sign-up");
  const t = texts("ja", "account");
  await page.getByRole("textbox", { name: t("signIn.email") }).fill(email);
  await page.getByRole("button", { name: t("signUp.email.submit") }).click();
  await expect.poll(() => sandbox.mail(email)).toHaveLength(1);
  const [mail] = await sandbox.mail(email);
  expect(mail?.subject).toContain(brand.brand.ja);
  expect(mail?.text).toContain(brand.company);
  expect(JSON.stringify(mail).match(others)).toBeNull();
});
