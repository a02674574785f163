/**
 * Another server responds to data requests: a captive portal with 200, a proxy with 502. Page, language, input and
 * focus stay (docs/decisions/0035-checked-transport.md). A sample; `PORTAL=all npm run test:e2e -- foreign-responses`
 * tries all.
 */
import type { Page } from "@playwright/test";
import { draw } from "../kit/data/sample";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

const common = texts("en", "common");
const errors = texts("en", "errors");
const support = texts("en", "support");

const html = "<!doctype html><title>Hotel Wi-Fi</title><h1>Sign in to the Wi-Fi</h1>";
const answers = {
  "a portal": { status: 200, contentType: "text/html", body: html },
  "a proxy": { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" },
  "an empty response": { status: 200, contentType: "", body: "" },
};
type ResponseKind = keyof typeof answers;
const { some, told } = draw("PORTAL", 3);
const kinds = Object.keys(answers) as ResponseKind[];

// The browser logs each response with an error status.
test.use({ allowed: [/status of 502/] });

/** Fulfills data requests with a foreign response. Documents are not affected. @returns a function that stops it */
async function interpose(page: Page, answer: ResponseKind): Promise<() => Promise<void>> {
  const isOfApp = (url: URL) => url.searchParams.has("_data") || url.pathname === "/favicon.svg";
  await page.route(isOfApp, (route) => route.fulfill(answers[answer]));
  return () => page.unroute(isOfApp);
}

const foreign = (page: Page) => page.getByText(common("foreign"));

/** Lists, with the link or control that loads other rows. */
const lists: { path: string; isMember?: true; next: (page: Page) => Promise<unknown> }[] = [
  {
    path: "/news",
    next: (page) =>
      page
        .getByRole("link", { name: /^Next page$|^2$/ })
        .first()
        .click(),
  },
  { path: "/support/faq", next: (page) => page.getByRole("main").getByRole("link").nth(1).click() },
  {
    path: "/dao/suggestions",
    isMember: true,
    next: (page) => page.getByRole("main").getByRole("link").last().click(),
  },
  ...["/dao/suggestions/19/voters", "/dao/suggestions/19/debates/1", "/dao/suggestions/19"].map((path) => ({
    path,
    isMember: true as const,
    next: (page: Page) => page.getByRole("main").getByRole("navigation").getByRole("link").last().click(),
  })),
  {
    path: "/dao/members",
    isMember: true,
    next: (page) => page.getByRole("main").locator("a[href*='type=']").last().click(),
  },
  {
    path: "/my-page/history",
    isMember: true,
    next: (page) => page.getByRole("link", { name: "20 rows" }).click(),
  },
  {
    path: "/my-page/ecommerce-history",
    isMember: true,
    next: (page) => page.getByRole("main").locator("a[href^='/my-page/ecommerce-history/']").first().click(),
  },
  {
    path: "/support/requests",
    isMember: true,
    next: (page) => page.getByRole("main").locator("a[href^='/support/requests/']").first().click(),
  },
  {
    path: "/store/products",
    isMember: true,
    next: (page) => page.getByRole("main").locator("a[href^='/store/products/']").first().click(),
  },
  {
    path: "/my-page/profile",
    isMember: true,
    next: (page) =>
      page
        .getByRole("link", { name: texts("en", "my-page")("historyTab"), exact: true })
        .first()
        .click(),
  },
];

for (const { path, isMember, next } of lists) {
  test(`${path} stays while another server responds, and continues when the site does @scripts-only`, async ({
    page,
    sandbox,
    signIn,
    speak,
  }) => {
    await speak("en");
    if (isMember)
      await signIn(
        page,
        await sandbox.makeMember({ history: 30, orders: 2, inquiries: [{}], balances: { soria: 900 } }),
      );
    for (const kind of some(kinds)) {
      await test.step(`${kind}, ${told}`, async () => {
        await page.goto(path);
        const heading = await page.getByRole("heading", { level: 1 }).textContent();
        const end = await interpose(page, kind);
        const asked = page.waitForResponse((response) => response.url().includes("_data="));
        await next(page);
        await asked;
        await expect(foreign(page)).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading ?? "");
        await expect(page.locator("html")).toHaveAttribute("lang", "en");
        await end();
        await expect(foreign(page)).toBeHidden();
        await expect(page).not.toHaveURL(new RegExp(`${path}$`));
      });
    }
  });
}

/** Forms that are on their page from the start, with the label of their button. */
const forms: { path: string; isMember?: true; button: RegExp; says?: string }[] = [
  { path: "/sign-in", button: /^Sign in$/ },
  { path: "/sign-up", button: /./ },
  { path: "/find-password", button: /./ },
  { path: "/my-page/profile", isMember: true, button: /^Save/ },
  { path: "/dao/report?target=COMMENT&id=1", isMember: true, button: /./ },
  { path: "/support/requests/INQUIRY", isMember: true, button: /./ },
  { path: "/my-page/terminate", isMember: true, button: /./ },
  // A purchase has an idempotency key, so that it can be submitted again (docs/decisions/0008).
  {
    path: "/store/products/1",
    isMember: true,
    button: /./,
    says: texts("en", "store")("errors.offline"),
  },
  { path: "/store/products/3/checkout", isMember: true, button: /./ },
];

for (const { path, isMember, button, says = errors("offline") } of forms) {
  test(`${path} says that it is not known whether it arrived @scripts-only`, async ({
    page,
    sandbox,
    signIn,
    speak,
  }) => {
    await speak("en");
    const member = isMember && (await sandbox.makeMember({ inquiries: [{}] }));
    if (member) await signIn(page, member);
    const at = path.replace("INQUIRY", member ? (member.inquiries[0] ?? "") : "");
    for (const kind of some(kinds)) {
      await test.step(`${kind}, ${told}`, async () => {
        await page.goto(at);
        const form = page.getByRole("main").locator("form[method=post]").first();
        const field = form.getByRole("textbox").first();
        // Forms without a text field have a checkbox.
        const value = path.startsWith("/store/products/1") ? "12" : "akari@soria.test";
        const hasField = (await field.count()) > 0;
        if (hasField) await field.fill(value);
        else await form.getByRole("checkbox").check();
        const end = await interpose(page, kind);
        await form.evaluate((form: HTMLFormElement, name) => {
          form.noValidate = true;
          const named = [...form.elements].filter(
            (one) => one instanceof HTMLButtonElement && one.type === "submit",
          );
          form.requestSubmit(
            named.find((one) => new RegExp(name).test(one.textContent ?? "")) as HTMLElement,
          );
        }, button.source);
        await expect(page.getByRole("alert").filter({ hasText: says })).toBeVisible();
        await expect(foreign(page)).toBeVisible();
        if (hasField) await expect(field).toHaveValue(value);
        else await expect(form.getByRole("checkbox")).toBeChecked();
        await expect(page.locator("html")).toHaveAttribute("lang", "en");
        await end();
      });
    }
  });
}

for (const hasArrived of [true, false]) {
  test(`an inquiry whose response was lost, and that has ${hasArrived ? "" : "not "}arrived, says so after a request with its key @scripts-only`, async ({
    page,
    speak,
  }) => {
    await speak("en");
    await page.goto("/support/inquiry");
    await page.getByLabel(support("inquiry.type")).selectOption({ index: 1 });
    await page.getByLabel(support("inquiry.name")).fill("Akari");
    await page.getByLabel(support("inquiry.email")).fill("guest@example.com");
    await page.getByLabel(new RegExp(`^${support("inquiry.subject")}`)).fill("Harbour");
    const message = page.getByLabel(new RegExp(`^${support("inquiry.message")}`));
    await message.fill("Since yesterday");

    let isOver = false;
    let sends = 0;
    await page.route(
      (url) => url.searchParams.has("_data") || url.pathname === "/favicon.svg",
      async (route) => {
        const isSubmit = route.request().method() === "POST";
        if (isSubmit && !route.request().postData()?.includes("\r\nask\r\n")) sends += 1;
        if (isOver) return route.continue();
        if (isSubmit && hasArrived) await route.fetch();
        await route.fulfill(answers["a portal"]);
      },
    );
    await page
      .getByRole("button", { name: support("inquiry.submit"), exact: true })
      .first()
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: support("inquiry.submit"), exact: true })
      .click();
    await expect(page.getByText(errors("findingOut"))).toBeVisible();
    await expect(message).toHaveValue("Since yesterday");
    isOver = true;
    if (hasArrived) await expect(page.getByText(/INQ-[0-9A-Z]{10}/)).toBeVisible();
    else {
      await expect(page.getByText(errors("notArrived"))).toBeVisible();
      await expect(message).toHaveValue("Since yesterday");
    }
    expect(sends).toBe(1);
  });
}
