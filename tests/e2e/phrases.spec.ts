/**
 * Short texts break between phrases, in Japanese and Chinese, on a phone, a tablet and a desktop. SCREENS=all tests
 * every page in both (nightly); by default one page in two, in one of the languages.
 */
import { draw } from "../kit/data/sample";
import { expect, test } from "../kit/browser/fixtures";
import { hasJapaneseFont } from "../kit/browser/fonts";
import { accountScreens, communityScreens, guestScreens } from "../kit/browser/screens";
import { poorBreaks } from "../kit/browser/short-texts";
import { texts } from "../kit/data/texts";

const walks = [
  { of: "a guest", screens: guestScreens, as: undefined },
  {
    of: "a member",
    screens: [...accountScreens, ...communityScreens],
    as: { history: 30, orders: 12, balances: { soria: 700 }, inquiries: [{ messages: ["a", "b"] }] },
  },
];

test.beforeEach(async ({ page }) => {
  test.skip(!(await hasJapaneseFont(page)), "no Japanese font here, so lines break in other places");
});

for (const { of, screens, as } of walks) {
  test(`short texts on the screens of ${of} break between phrases @scripts-only`, async ({
    page,
    sandbox,
    signIn,
    speak,
  }) => {
    const { isDrawn, some, told } = draw("SCREENS", 2, of);
    const chosen = some(["ja", "zh"] as const);
    console.log(`screens: ${told} in ${chosen.join(", ")}`);
    if (as) await signIn(page, await sandbox.makeMember(as));
    let count = 0;
    for (const lng of chosen) {
      await speak(lng);
      for (const path of screens.filter(isDrawn)) {
        await page.goto(path, { waitUntil: "load" });
        await page.evaluate(() => document.fonts.ready);
        for (const [width, height] of [
          [390, 844],
          [768, 1024],
          [1366, 650],
        ] as const) {
          await page.setViewportSize({ width, height });
          const breaks = await poorBreaks(page, lng);
          count += breaks.count;
          expect.soft(breaks.faults, `${path} in ${lng}, ${width} px`).toEqual([]);
        }
      }
    }
    expect(count).toBeGreaterThan(10);
  });
}

for (const lng of ["ja", "zh"] as const)
  test(`the summary of a refused form breaks between phrases in ${lng} @scripts-only`, async ({
    page,
    speak,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await speak(lng);
    await page.goto("/sign-in", { waitUntil: "load" });
    await page.getByRole("button", { name: texts(lng, "account")("signIn.submit"), exact: true }).click();
    await expect(page.getByRole("alert").getByRole("heading")).toBeVisible();
    expect((await poorBreaks(page, lng)).faults).toEqual([]);
  });

test("a break inside a word and a line of an ending alone are found @scripts-only", async ({ page }) => {
  await page.goto("/news", { waitUntil: "load" });
  const faultsOf = async (html: string) => {
    await page.getByRole("main").evaluate((main, content) => {
      main.innerHTML = content;
    }, html);
    return (await poorBreaks(page, "ja")).faults.join("; ");
  };
  expect(
    await faultsOf('<div style="width: 4em; word-break: break-all">キーワードを入れます</div>'),
  ).toContain("a break in a word");
  expect(await faultsOf('<div style="width: 4.5em">不具合・エラー</div>')).toBe("");
  expect(await faultsOf("<div>会員の方の夕市をふやし<br>ます。</div>")).not.toContain("short");
  expect(
    await faultsOf(
      '<div style="width: 8.5em; text-wrap: wrap; word-break: normal">三人がもう試しました。</div>',
    ),
  ).toContain("short last line");
});
