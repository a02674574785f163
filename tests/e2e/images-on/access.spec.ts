import type { Locator } from "@playwright/test";
import { sampleScreens } from "../../kit/data/sample";
import { expect, test, withPictures } from "../../kit/browser/fixtures";
import { guestKinds } from "../../kit/browser/screens";
import {
  setLetters,
  smallTargets,
  tooWide,
  walkByTab,
  wordsLostOnPaper,
} from "../../kit/browser/access-measures";
import { stageFaults } from "../../kit/browser/stage-measures";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

const common = texts("ja", "common");

for (const [path, colorScheme] of [
  ["/news", "dark"],
  ["/news", "light"],
  ["/sign-in", "dark"],
  ["/support/inquiry", "light"],
] as const) {
  test(`${path}, ${colorScheme}: by Tab from the first control to the last, the ring is seen @scripts-only`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    const { seen, faults } = await walkByTab(page, 60);
    expect(faults).toEqual([]);
    expect(seen).toBeGreaterThan(15);
  });
}

test("the header's menus by keyboard: the ring is seen on their panels, Escape gives the focus back @scripts-only", async ({
  page,
}) => {
  await page.goto("/download");
  for (const name of [common("nav.news"), common("theme.label"), common("nav.language")]) {
    const summary = page.getByRole("banner").locator("summary", { hasText: name }).first();
    await summary.focus();
    await page.keyboard.press("Enter");
    const { seen, faults } = await walkByTab(page, 3);
    expect(faults, name).toEqual([]);
    expect(seen).toBe(3);
    await page.keyboard.press("Escape");
    await expect(summary).toBeFocused();
  }
});

test("the open panel of the narrow menu keeps Tab: nothing behind it is reached @scripts-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/download");
  await page
    .getByRole("banner")
    .locator(`summary[aria-label="${common("nav.menu")}"]`)
    .click();
  // The scripts keep Tab: until they run, a press of the keys could leave the menu.
  await expect(page.locator("[data-behind]").first()).toBeAttached();
  const places = new Set<string>();
  for (let i = 0; i < 45; i++) {
    await page.keyboard.press("Tab");
    places.add(
      await page.evaluate(() => {
        const { activeElement: at } = document;
        if (!at || at === document.body) return "browser";
        return at.closest("details[open]") ? "menu" : `${at.tagName} ${at.textContent}`;
      }),
    );
  }
  places.delete("browser");
  expect([...places]).toEqual(["menu"]);
});

test("the visitor's own colours: buttons keep their edge, the switch its choice, the word mark its ground @scripts-only", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/sign-in");
  const style = (name: string) => (element: Element, key: string) =>
    getComputedStyle(element).getPropertyValue(key || name);
  const submit = page
    .getByRole("main")
    .getByRole("button", { name: texts("ja", "account")("signIn.submit") });
  expect(await submit.evaluate(style(""), "border-top-style")).toBe("solid");
  const chosen = page.getByRole("main").locator("[aria-current], [aria-pressed=true]").first();
  expect(await chosen.evaluate(style(""), "outline-style")).toBe("solid");
  const mark = page.getByRole("banner").getByRole("img", { name: common("home") });
  expect(await mark.evaluate(style(""), "background-color")).toBe("rgb(20, 23, 46)");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 2, name: "Our Services" })).toBeVisible();
  const words = page.getByText("Our Services", { exact: true });
  expect(await words.evaluate(style(""), "clip-path")).toBe("none");
  // The menu's sky is not painted, so its ground must hide the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole("banner")
    .locator(`summary[aria-label="${common("nav.menu")}"]`)
    .click();
  const menu = page.getByRole("navigation", { name: common("nav.menu"), exact: true });
  expect(await menu.evaluate(style(""), "background-color")).toBe("rgb(255, 255, 255)");
});

test("the visitor's own colours: the steps of a suggestion are told apart: past, present, ahead @scripts-only", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/dao/suggestions/19");
  const steps = page
    .getByRole("region", { name: texts("ja", "dao")("suggestion.timeline") })
    .getByRole("listitem");
  await expect(steps).toHaveCount(3);
  const marks = await steps.evaluateAll((all) =>
    all.map((step) => {
      const { width, borderTopWidth, borderTopStyle } = getComputedStyle(step, "::before");
      const isFilled = parseFloat(borderTopWidth) * 2 >= parseFloat(width) - 0.5;
      return isFilled ? "filled" : borderTopStyle;
    }),
  );
  expect(marks).toEqual(["filled", "solid", "dashed"]);
});

const memberPages = [
  "/my-page",
  "/my-page/history",
  "/my-page/ecommerce-history",
  "/store/products",
  "/store/products/1",
  "/dao/suggestions",
  "/dao/suggestions/2",
  "/support/inquiries",
];
const spaced =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

// Only styles are measured. SCREENS=all measures every page (nightly), otherwise one in two.
test("every screen: letters of 200 %, 400 % zoom, wide spacing, targets, and on paper at night @scripts-only", async ({
  page,
  signIn,
}) => {
  const isDrawn = sampleScreens("screens to measure");
  const look = async (paths: string[]) => {
    for (const path of paths.filter(isDrawn)) {
      const faults: string[] = [];
      const note = (what: string, found: string[]) =>
        faults.push(...found.map((fault) => `${what}: ${fault}`));
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path, { waitUntil: "load" });
      note("targets, 390", await smallTargets(page));
      for (const width of [390, 1366, 1920]) {
        await setLetters(page, 32);
        await page.setViewportSize({ width, height: 844 });
        note(`200 %, ${width}`, await tooWide(page));
      }
      await setLetters(page, 16);
      note("targets, 1920", await smallTargets(page));
      // Corresponds to 1280 × 1024 at 400 % zoom.
      await page.setViewportSize({ width: 320, height: 256 });
      note("400 %", await tooWide(page));
      await page.setViewportSize({ width: 390, height: 844 });
      const style = await page.addStyleTag({ content: spaced });
      note("spaced", await tooWide(page));
      await style.evaluate((element) => (element as Element).remove());
      await page.emulateMedia({ colorScheme: "dark" });
      note("on paper", await wordsLostOnPaper(page));
      await page.emulateMedia({ colorScheme: "light" });
      expect.soft(faults, path).toEqual([]);
    }
  };
  await look(guestKinds);
  await signIn(page);
  await look(memberPages);
});

test("under wide spacing the stage keeps words and picture apart @scripts-only", async ({ page }) => {
  const faults: string[] = [];
  await page.goto("/", { waitUntil: "load" });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addStyleTag({ content: spaced });
  for (const [width, height] of [
    [390, 844],
    [1366, 650],
    [1920, 940],
  ] as const) {
    await page.setViewportSize({ width, height });
    faults.push(...(await stageFaults(page)).faults.map((fault) => `${width}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test("more contrast: every card and every field has an edge, in both themes @scripts-only", async ({
  page,
}) => {
  await page.emulateMedia({ contrast: "more" });
  for (const [colorScheme, ground] of [
    ["light", "rgb(255, 255, 255)"],
    ["dark", "rgb(18, 12, 30)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/sign-in");
    await expect(page.locator("body")).toHaveCSS("background-color", ground);
    const main = page.getByRole("main");
    const field = main.getByRole("textbox").first();
    const edge = colorScheme === "light" ? "rgb(20, 23, 46)" : "rgb(255, 255, 255)";
    await expect(field).toHaveCSS("border-top-color", edge);
    // The card has neither a role nor a name.
    // oxlint-disable-next-line soria/no-css-class-locator
    await expect(main.locator(".split__card")).toHaveCSS(
      "box-shadow",
      new RegExp(edge.replace(/[()]/g, "\\$&")),
    );
  }
});

test("a message is at the top centre, below the header, whose logo and menu stay in reach @scripts-only [P110.6]", async ({
  page,
  baseURL,
  signIn,
}) => {
  const region = page.getByRole("region", { name: common("toast.region") });
  const title = page.getByRole("heading", { level: 1 });
  const banner = page.getByRole("banner");
  const controls = banner.locator(":scope a, :scope summary, :scope button");
  const expectApart = async (name: string, words: Locator[]) => {
    const box = (await region.locator("> *").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const header = (await banner.boundingBox()) ?? { y: 0, height: 0 };
    const width = page.viewportSize()?.width ?? 0;
    expect(Math.abs(box.y - header.y - header.height), `${name}: at the header's edge`).toBeLessThan(20);
    expect(Math.abs(box.x + box.width / 2 - width / 2), `${name}: in the centre`).toBeLessThan(10);
    for (const word of words) {
      if (!(await word.isVisible())) continue;
      const other = (await word.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const isApart =
        box.x >= other.x + other.width ||
        other.x >= box.x + box.width ||
        box.y >= other.y + other.height ||
        other.y >= box.y + box.height;
      expect(isApart, `${name}: ${await word.textContent()}`).toBe(true);
    }
  };
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    // Without a reset link the page redirects home with a message.
    await page.goto(`${baseURL}/change-password`);
    await expect(region.getByRole("alert")).toBeVisible();
    await expectApart(`home at ${width} px`, await controls.all());
  }
  await signIn(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/my-page/profile");
    await page.getByRole("button", { name: texts("ja", "my-page")("profile.save") }).click();
    await expect(region.getByRole("status")).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await expectApart(`My page at ${width} px`, await controls.all());
    const before = await title.boundingBox();
    await region.getByRole("button", { name: common("toast.dismiss") }).click();
    await expect(region.locator("> *")).toHaveCount(0);
    expect(await title.boundingBox(), `closed at ${width} px: nothing moves`).toEqual(before);
  }
});

test("the theme is chosen beside the language, with and without scripts, and stays", async ({ page }) => {
  const hasGround = (colour: string) => expect(page.locator("body")).toHaveCSS("background-color", colour);
  const [paper, night] = ["rgb(251, 246, 238)", "rgb(36, 25, 51)"];
  await page.goto("/support/faq?page=1");
  await hasGround(paper);
  await page.emulateMedia({ colorScheme: "dark" });
  await hasGround(night);
  await page.emulateMedia({ colorScheme: "light" });
  const choose = async (name: string) => {
    await page
      .getByRole("banner")
      .locator("summary", { hasText: common("theme.label") })
      .first()
      .click();
    await page
      .getByRole("banner")
      .getByRole("button", { name: common(name) })
      .first()
      .click();
    await expect(page).toHaveURL("/support/faq?page=1");
  };
  await choose("theme.night");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
  await hasGround(night);
  await page.goto("/news?lng=en");
  await hasGround(night);
});
