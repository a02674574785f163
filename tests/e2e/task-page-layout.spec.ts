/** Layout of the task pages: the figure in the page head, the sign-in form, the frame of My page. */
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const widths = [320, 390, 719, 768, 1079, 1366, 2560];

for (const path of ["/support/faq", "/support/inquiry", "/news", "/news/3"]) {
  test(`a person stands in the head of ${path} at every width @no-scripts`, async ({ page }) => {
    await page.goto(path);
    const person = page.locator('main img[src^="/art/stand/"]');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const box = await person.boundingBox();
      expect(box?.height, `${width} px`).toBeGreaterThanOrEqual(80);
      expect((box?.x ?? 0) + (box?.width ?? 0) * 0.6, `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}

test("the sign-in is above the fold of a short window, under one heading @no-scripts", async ({ page }) => {
  for (const [width, height] of [
    [1366, 650],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/sign-in");
    await expect(page.getByRole("main").getByRole("heading")).toHaveCount(1);
    const button = await page.getByRole("main").locator('button[value="sign-in"]').boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0), `${width} px`).toBeLessThan(height);
  }
});

test("the island, the balances and the tabs of My page have one place on all five tabs @no-scripts", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    const places = new Set<string>();
    for (const tab of ["profile", "tools", "history", "ecommerce-history", "terminate"]) {
      await page.goto(`/my-page/${tab}`);
      const boxes = await Promise.all(
        [".member__island", ".purse", ".member .tabs-nav"].map((part) => page.locator(part).boundingBox()),
      );
      expect(boxes).not.toContain(null);
      places.add(JSON.stringify(boxes));
    }
    expect([...places], `${width} px`).toHaveLength(1);
  }
});

for (const lng of ["ja", "en", "ko", "zh"] as const)
  test(`labels of the header break only between words and lie apart, in ${lng} @no-scripts`, async ({
    page,
    signIn,
    speak,
  }) => {
    await speak(lng);
    await signIn(page);
    await page.goto("/news");
    for (const width of [1200, 1280, 1366]) {
      await page.setViewportSize({ width, height: 650 });
      const faults = await page.getByRole("banner").evaluate((header) => {
        const labels = [...header.querySelectorAll(".nav > *, .top__end > *")].filter((label) =>
          label.checkVisibility(),
        );
        const broken = labels.flatMap((label) => {
          const own = label.querySelector(":scope > summary") ?? label;
          const walker = document.createTreeWalker(own, NodeFilter.SHOW_TEXT);
          const words: string[] = [];
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\S+/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word);
            }
          return words;
        });
        const boxes = labels.map((label) => label.getBoundingClientRect());
        const covered = boxes.filter((box, i) => box.left < (boxes[i - 1]?.right ?? 0) - 1).length;
        return { broken, covered, isWide: (boxes.at(-1)?.right ?? 0) > innerWidth };
      });
      expect(faults, `${width} px`).toEqual({ broken: [], covered: 0, isWide: false });
    }
  });

test("the fields of the inquiry have one distance, before a type is chosen @scripts-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/support/inquiry");
  const main = page.getByRole("main");
  const t = texts("ja", "support");
  const boxOf = (field: "name" | "subject" | "message") =>
    main.getByLabel(new RegExp(`^${t(`inquiry.${field}`)}`)).boundingBox();
  const type = await main.getByRole("combobox").boundingBox();
  const [name, subject, message] = await Promise.all([boxOf("name"), boxOf("subject"), boxOf("message")]);
  /** From the end of a field to the next, with its label. */
  const from = (upper: typeof type, lower: typeof type) =>
    (lower?.y ?? NaN) - (upper?.y ?? NaN) - (upper?.height ?? NaN);
  expect(Math.abs(from(type, name) - from(subject, message))).toBeLessThan(4);
});

test("the three counts of a member's DAO home stand in one row or in one column @no-scripts", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/dao");
  for (const width of [390, 600, 768, 1024, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    const boxes = await page
      .getByRole("main")
      .getByRole("heading", { level: 3, name: /^\d/ })
      .evaluateAll((counts) => counts.map((count) => count.getBoundingClientRect()));
    expect(boxes).toHaveLength(3);
    const kinds = [new Set(boxes.map(({ top }) => top)).size, new Set(boxes.map(({ left }) => left)).size];
    expect(kinds.sort().join(), `${width} px`).toBe("1,3");
  }
});
