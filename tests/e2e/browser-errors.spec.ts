/** Browser errors are written to the site's log with the page and the id of its request. */
import type { Page, Route } from "@playwright/test";
import { browserErrorsOf, expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const common = texts("ja", "common");
const errors = texts("ja", "errors");

/** Opens a page and returns the id of its request. */
async function open(page: Page, path: string, waitUntil?: "load"): Promise<string> {
  const response = await page.goto(path, waitUntil && { waitUntil });
  const id = response?.headers()["x-request-id"] ?? "";
  expect(id).toMatch(/^[\w-]{36}$/);
  return id;
}

/** Returns the URL of a route's module from the page's manifest. */
const moduleOf = (page: Page, route: string) =>
  page.evaluate((id) => {
    const { __remixManifest } = window as unknown as {
      __remixManifest: { routes: Record<string, { module: string }> };
    };
    return __remixManifest.routes[id]?.module ?? "";
  }, route);

const withMore = (code: string) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()};${code}` });
};

/** Replaces a required field of a loader response with null. */
const without = (field: string) => async (route: Route) => {
  const response = await route.fetch();
  const data = (await response.json()) as Record<string, unknown>;
  await route.fulfill({ response, json: { ...data, [field]: null } });
};

test.describe("errors in the browser @scripts-only", () => {
  test.use({ allowed: [/deliberate|Failed to load resource|Error loading route module|TypeError/] });

  test("are in the log: of a part that broke, an error, a rejection, a script that did not come", async ({
    page,
    signIn,
  }) => {
    const logged = async (id: string, page: string, ...lines: { kind: string; message: RegExp }[]) => {
      const wanted = lines.map(({ kind, message }) =>
        expect.objectContaining({
          level: 40,
          kind,
          page,
          pageRequestId: id,
          message: expect.stringMatching(message) as unknown,
        }),
      );
      await expect.poll(() => browserErrorsOf(id)).toEqual(expect.arrayContaining(wanted));
      // Stack frames point to the site's own files.
      for (const { kind, at } of browserErrorsOf(id)) {
        if (kind !== "script")
          expect(at).toContainEqual(expect.stringMatching(/^\/assets\/[\w.-]+:\d+:\d+$/));
      }
    };
    const footer = (key: string) => page.getByRole("contentinfo").getByRole("link", { name: common(key) });

    // An uncaught error and an unhandled rejection.
    let id = await open(page, "/terms-of-use");
    const news = await moduleOf(page, "routes/news/list/route");
    const code = `
      setTimeout(() => { throw new Error("deliberate error for guest@soria.test"); });
      Promise.reject(new Error('deliberate rejection of "typed words"'));`;
    await page.route(`**${news}`, withMore(code));
    await footer("nav.news").click();
    await expect(page).toHaveURL(/\/news$/);
    await logged(
      id,
      "/terms-of-use",
      { kind: "error", message: /deliberate error for …/ },
      { kind: "rejection", message: /deliberate rejection of "…"/ },
    );
    await page.unroute(`**${news}`);

    // A page that throws during render: the error page is shown.
    id = await open(page, "/news");
    await page.route("**/news/*_data=*", without("post"));
    await page.getByRole("main").locator("a[href^='/news/']:not([href$='.xml'])").first().click();
    await expect(page.getByText(errors("boundary.title"))).toBeVisible();
    await logged(id, "/news/:id", { kind: "render", message: /TypeError|Cannot read/ });
    await page.unroute("**/news/*_data=*");

    // The next page's script fails to load: the browser loads the page as a document.
    id = await open(page, "/terms-of-use");
    await page.route(`**${news}`, (route) => route.abort());
    await footer("nav.news").click();
    await expect(page).toHaveURL(/\/news$/);
    await logged(id, "/terms-of-use", { kind: "script", message: /\/assets\/.*\.js/ });
    await page.unroute(`**${news}`);

    // The page's own scripts fail to load: it works without them.
    const libraries = /\/assets\/libraries-[\w-]+\.js$/;
    await page.route(libraries, (route) => route.abort());
    id = await open(page, "/news", "load");
    // The page is only read: its scripts load at the first key.
    await page.keyboard.press("Shift");
    await logged(id, "/news", { kind: "script", message: /did not come/ });
    await page.unroute(libraries);

    // A part of a page throws: the page's frame stays.
    await signIn(page);
    id = await open(page, "/my-page/tools");
    await page.route("**/my-page/profile*_data=*", without("sessions"));
    await page
      .getByRole("main")
      .getByRole("link", { name: common("nav.profile") })
      .click();
    await expect(page.getByText(errors("boundary.title"))).toBeVisible();
    await logged(id, "/my-page/profile", { kind: "render", message: /TypeError|Cannot read/ });
  });
});
