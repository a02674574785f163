import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const t = texts("ja", "common");

test("menus open by their names, one at a time [P050.4]", async ({ page }) => {
  await page.goto("/introduction");
  const main = page.getByRole("navigation", { name: t("nav.main") });
  const all = main.getByRole("link", { name: t("nav.newsAll") });
  await expect(all).toBeHidden();
  // By keyboard, because a mouse opens the menu on hover.
  const news = main.locator("summary", { hasText: t("nav.news") });
  const hasFocus = () => news.evaluate((summary) => summary === document.activeElement);
  for (let tabs = 0; tabs < 12 && !(await hasFocus()); tabs += 1) await page.keyboard.press("Tab");
  await expect(news).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(all).toBeVisible();
  await main.locator("summary", { hasText: t("nav.support") }).focus();
  await page.keyboard.press("Enter");
  await expect(main.getByRole("link", { name: t("nav.faq") })).toBeVisible();
  await expect(all).toBeHidden();
  await expect(main.getByRole("link", { name: t("nav.requests") })).toHaveCount(0);
  await expect(main.getByRole("link", { name: t("nav.introduction") })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("menus close by Escape, a press elsewhere and going on @scripts-only [P050.4]", async ({ page }) => {
  await page.goto("/introduction");
  const language = page.locator("header summary", { hasText: "日本語" });
  const english = page.getByRole("button", { name: "English" });
  await expect(async () => {
    await language.click();
    await expect(english).toBeVisible({ timeout: 1_000 });
    await page.keyboard.press("Escape");
    await expect(english).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(language).toBeFocused();
  await language.click();
  await expect(english).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(english).toBeHidden();

  const main = page.getByRole("navigation", { name: t("nav.main") });
  await main.locator("summary", { hasText: t("nav.news") }).hover();
  await main.getByRole("link", { name: t("nav.newsUpdate") }).click();
  await expect(page).toHaveURL(/\/news\?type=UPDATE$/);
  await expect(main.getByRole("link", { name: t("nav.newsUpdate") })).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("the panel of a narrow page has all of it, and a member's part [A058.2 P050.3]", async ({
  page,
  signIn,
  scripts,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto("/introduction");
  const panel = page.getByRole("navigation", { name: t("nav.menu") });
  await expect(panel).toBeHidden();
  await page
    .getByRole("banner")
    .locator(`summary[aria-label="${t("nav.menu")}"]`)
    .click();
  await expect(panel).toBeVisible();
  for (const name of ["nav.news", "nav.store", "nav.support", "nav.dao"]) {
    await panel.locator("summary", { hasText: new RegExp(`^${t(name)}$`) }).click();
  }
  for (const name of ["nav.profile", "nav.orders", "nav.products", "nav.requests", "nav.daoGovernance"]) {
    await expect(panel.getByRole("link", { name: t(name) })).toBeVisible();
  }
  await expect(panel.getByRole("button", { name: "한국어" })).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
  if (scripts) {
    const main = page.locator("main");
    await expect(main).toHaveAttribute("inert", "");
    // Wider than the breakpoint of the panel: the page can be used again.
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(main).not.toHaveAttribute("inert", "");
    await page.setViewportSize({ width: 390, height: 844 });
    if (!(await panel.isVisible()))
      await page
        .getByRole("banner")
        .locator(`summary[aria-label="${t("nav.menu")}"]`)
        .click();
  }
  await panel.getByRole("button", { name: t("nav.signOut") }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(texts("ja", "account")("signOut.done"))).toBeVisible();
});

test("choosing another language returns to the same page with its query", async ({ page }) => {
  await page.goto("/news?type=EVENT&lng=ja");
  await page.locator("header summary", { hasText: "日本語" }).click();
  await page.getByRole("button", { name: "한국어" }).click();
  await expect(page).toHaveURL("/news?type=EVENT");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await page.goto("/introduction");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
});

test.describe("a guest whose browser prefers English", () => {
  test.use({ locale: "en-US" });

  test("is offered it in one line, which a choice ends", async ({ page, scripts }) => {
    await page.goto("/support/inquiry");
    const offer = page.getByRole("complementary", { name: t("nav.language") });
    await expect(offer.getByText(texts("en", "common")("offer"))).toBeVisible();
    await expect(offer.locator("form").first()).toHaveAttribute("lang", "en");
    const subject = page.getByLabel(texts("ja", "support")("inquiry.subject"));
    await subject.fill("typed");
    await offer.getByRole("button", { name: t("toast.dismiss") }).click();
    await expect(offer).toHaveCount(0);
    if (scripts) await expect(subject).toHaveValue("typed");
    await page.goto("/news");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect(offer).toHaveCount(0);

    await page.context().clearCookies();
    await page.goto("/news?type=EVENT");
    await offer.getByRole("button", { name: "English" }).click();
    await expect(page).toHaveURL("/news?type=EVENT");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(
      page.getByRole("complementary", { name: texts("en", "common")("nav.language") }),
    ).toHaveCount(0);
  });
});

test("the skip link leads past the header", async ({ page }) => {
  await page.goto("/introduction");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: t("skip") });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/introduction#main");
});

test("a message that has to be read stays until it is closed [A155.1 A342.2]", async ({ page, scripts }) => {
  await page.goto("/news/not-a-number");
  await expect(page).toHaveURL("/");
  const message = page.getByRole("alert");
  await expect(message).toContainText(texts("ja", "errors")("invalidAccess"));
  await expect(message).toContainText(texts("ja", "errors")("next.start"));
  if (scripts) {
    await message.getByRole("button", { name: t("toast.dismiss") }).click();
    await expect(message).toHaveCount(0);
  } else {
    // A banner at the top of the page, which does not cover content.
    const [box, heading] = await Promise.all([
      message.boundingBox(),
      page.getByRole("heading", { level: 1 }).boundingBox(),
    ]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
  }
  await page.reload();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a passing message goes after five seconds, but not while it has the focus @scripts-only [A342.1 P110.7]", async ({
  page,
  member,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/introduction");
  await page.getByRole("banner").locator(`summary[aria-label*="${member.lastName}"]`).press("Enter");
  await page
    .getByRole("button", { name: t("nav.signOut") })
    .first()
    .click();
  const message = page.getByRole("status").filter({ hasText: texts("ja", "account")("signOut.done") });
  // Focus keeps the message open like hover does, but does not depend on the message's position.
  await message.getByRole("button").focus();
  const since = Date.now();
  await expect(message.getByRole("button")).toBeVisible();
  await page.waitForFunction((start) => Date.now() - start > 5_600, since);
  await expect(message).toBeVisible();
  await page.getByRole("link", { name: "Soria" }).first().focus();
  await expect(message).toHaveCount(0, { timeout: 8_000 });
});

test("a page is prefetched while the pointer is on its link, and is shown from memory when going back @scripts-only", async ({
  page,
}) => {
  const ids: Record<string, string[]> = {};
  page.on("response", (response) => {
    const route = new URL(response.url()).searchParams.get("_data");
    // A cached response has the id of the original request, so that ids count network requests.
    if (route && route !== "root") (ids[route] ??= []).push(response.headers()["x-request-id"] ?? "");
  });
  const list = "routes/news/list/route";
  const detail = "routes/news/detail/route";
  await page.goto("/news");
  const first = page.getByRole("main").getByRole("table").getByRole("link").first();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await first.hover();
    // A pointer that leaves before the response arrives causes another request when it returns.
    await expect.poll(() => ids[detail]?.length ?? 0, { timeout: 2_000 }).toBeGreaterThan(0);
  }).toPass();
  await first.click();
  await expect(page).toHaveURL(/\/news\/\d+/);
  await expect.poll(() => new Set(ids[detail]).size).toBe(1);

  await page
    .getByRole("main")
    .getByRole("link", { name: texts("ja", "news")("detail.back") })
    .click();
  await expect(page).toHaveURL(/\/news(\?|$)/);
  await page.goBack();
  await expect(page).toHaveURL(/\/news\/\d+/);
  expect(new Set(ids[detail]).size, "one request for the post, however often it is shown").toBe(1);
  await page.goForward();
  await expect(page).toHaveURL(/\/news(\?|$)/);
  expect(new Set(ids[list]).size).toBeLessThanOrEqual(1);
});

test.describe("without a connection @scripts-only", () => {
  // The browser logs this for each failed request.
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED/] });

  test("the page says so before anything is pressed, and takes it back by itself", async ({
    page,
    context,
  }) => {
    const say = page.getByText(t("noNetwork"));
    await page.goto("/support/inquiry");
    await context.setOffline(true);
    await expect(say).toBeVisible();
    await expect(page.getByText(t("offline"))).toBeHidden();
    await context.setOffline(false);
    await expect(say).toBeHidden();
    await expect(page).toHaveURL(/\/support\/inquiry$/);
  });

  test("no page is lost: what was visited is read again, the rest waits for it", async ({
    page,
    context,
  }) => {
    const say = page.getByText(t("offline"));
    const tab = (key: string) =>
      page.getByRole("link", { name: texts("ja", "support")(`faq.types.${key}`) }).first();
    const introduction = page
      .getByRole("navigation", { name: t("nav.main") })
      .getByRole("link", { name: t("nav.introduction") });
    await page.goto("/support/faq");
    await tab("BUG_ERROR").click();
    await expect(page).toHaveURL(/type=BUG_ERROR/);
    await context.setOffline(true);
    for (let time = 1; time <= 4; time++) {
      await page.goBack();
      await expect(page).toHaveURL(/\/faq$/);
      await page.goForward();
      await expect(page).toHaveURL(/type=BUG_ERROR/);
    }
    // Never visited, so its data is not cached.
    await tab("EVENT").click();
    await expect(say).toBeVisible();
    // Its script is not cached either. Hover first, which would prefetch with a connection.
    await introduction.hover();
    await introduction.click();
    await expect(page).toHaveURL(/type=BUG_ERROR/);
    // A form that is submitted without scripts.
    await page.locator("header summary", { hasText: "日本語" }).press("Enter");
    await page.getByRole("button", { name: "日本語" }).click();
    await introduction.click();
    await expect(page).toHaveURL(/type=BUG_ERROR/);
    await context.setOffline(false);
    await expect(page).toHaveURL("/introduction");
    await expect(say).toBeHidden();
  });

  test.describe("that the browser does not know of", () => {
    test.use({
      allowed: [/ERR_(FAILED|CONNECTION_REFUSED)|Error loading route module|dynamically imported module/],
    });

    test("no page is lost when the site is out of reach", async ({ page, context, baseURL }) => {
      const say = page.getByText(t("offline"));
      const link = (name: string) =>
        page.getByRole("navigation", { name: t("nav.main") }).getByRole("link", { name: t(name) });
      await page.goto("/support/faq");
      const heading = page.getByRole("heading", { level: 1 });
      const before = await heading.textContent();
      await context.route(`${baseURL}/**`, (route) => route.abort());
      const missed = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/"));
      await link("nav.introduction").hover();
      await missed;
      await link("nav.introduction").click();
      await expect(say).toBeVisible();
      await expect(page).toHaveURL("/support/faq");
      await expect(heading).toHaveText(before ?? "");
      await context.unroute(`${baseURL}/**`);
      await expect(page).toHaveURL("/introduction");
      await expect(say).toBeHidden();
    });
  });
});
