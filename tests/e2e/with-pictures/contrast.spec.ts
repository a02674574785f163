/** Words over pictures, on every kind of page, by day and by night, and for those who ask for more contrast. */
import { drawScreens } from "../../setup/draw";
import { expect, test, withPictures } from "../../setup/fixtures";
import { guestKinds } from "../../setup/screens";
import { faintOverPictures } from "../../setup/words-over-pictures";

test.use(withPictures);

const memberKinds = [
  "/my-page/profile",
  "/my-page/history",
  "/my-page/ecommerce-history",
  "/store/products",
  "/store/products/1",
  "/store/soria-exchange",
  "/dao/suggestions",
  "/dao/suggestions/19",
  "/dao/members",
  "/support/requests",
];

test("words over pictures are strong enough in both themes, on phones and wide windows @scripts-only", async ({
  page,
  context,
  signIn,
}) => {
  test.setTimeout(900_000);
  const lab = await context.newPage();
  await lab.goto("about:blank");
  // SCREENS=all looks at every one, every night.
  const isDrawn = drawScreens("words over pictures");
  let count = 0;
  const look = async (paths: string[]) => {
    for (const path of paths.filter(isDrawn)) {
      for (const [colorScheme, contrast] of [
        ["light", "no-preference"],
        ["dark", "no-preference"],
        ["dark", "more"],
      ] as const) {
        await page.emulateMedia({ colorScheme, contrast });
        for (const width of contrast === "more" ? [1280] : [390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(path, { waitUntil: "load" });
          const found = await faintOverPictures(page, lab);
          count += found.count;
          expect.soft(found.faint, `${path}, ${colorScheme}, contrast ${contrast}, ${width}`).toEqual([]);
        }
      }
    }
  };
  await look(guestKinds);
  await signIn(page);
  await look(memberKinds);
  expect(count, "words over pictures").toBeGreaterThan(20);
});
