/**
 * Accessibility tree of each page in Japanese and English: roles, names, levels and states, as reviewed snapshots
 * (tests/e2e/aria-snapshots). `npm run test:e2e -- aria-snapshots --update-snapshots` writes them. The roles are the
 * same in every language, and tests/unit/i18n holds the other texts.
 */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const screens = [
  "/",
  "/introduction",
  "/news",
  "/download",
  "/support/faq?type=EVENT",
  "/support/inquiry",
  "/sign-in",
  "/sign-up",
  "/find-password",
  "/dao/operating-method",
  "/nowhere",
];
const memberScreens = [
  "/my-page/terminate",
  "/my-page/history",
  "/store/soria-exchange",
  "/dao/suggestions/mine",
  // An open vote and a failed one: the vote's picture is spoken as its words.
  "/dao/suggestions/18",
  "/dao/suggestions/3",
];

// Server-rendered pages; tests of each part cover what scripts add. Playwright omits the content of `noscript` (the
// inquiry's answers by category).
test("the accessibility tree of each screen in Japanese and English is the reviewed one @no-scripts", async ({
  page,
  speak,
  signIn,
}) => {
  const trees = { ja: "", en: "" };
  const read = async (paths: string[], withFrame: boolean) => {
    for (const lng of ["ja", "en"] as const) {
      await speak(lng);
      for (const path of paths) {
        await page.goto(path);
        // Header and footer are the same on every page, so one snapshot as a guest is enough.
        const part = page.locator(withFrame && path === "/" ? "body" : "main");
        const tree = await part.ariaSnapshot();
        // Counts, dates and reference numbers change.
        const lasting = tree
          .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "#")
          .replace(/(- time:).*/g, "$1 #")
          // The island differs for each member. Playwright quotes a line with a colon, as of an island with a kite.
          .replace(
            new RegExp(`- '?img "(${texts(lng, "my-page")("island.size.new")})[^"]*"'?`, "g"),
            '- img "$1"',
          )
          .replace(/(?<!level=|\d)\d[\d.,:/–-]*/g, "0")
          .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?= 0)/g, "Month")
          .replace(/(?<=0 )(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*/g, "Month");
        trees[lng] += `# ${path}\n${lasting}\n\n`;
      }
    }
  };
  await read(screens, true);
  await signIn(page);
  await read(memberScreens, false);
  for (const [lng, tree] of Object.entries(trees))
    expect.soft(tree).toMatchSnapshot(["aria-snapshots", `${lng}.txt`]);
});
