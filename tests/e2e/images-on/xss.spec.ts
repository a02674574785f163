import { expect, type Page, test } from "@playwright/test";
import { withPictures } from "../../kit/browser/fixtures";
import { SandboxClient } from "../../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../../kit/programs/site";
import { htmlVectors } from "../../unit/api/html-vectors";
import { addressVectors, textVectors } from "./xss-vectors";

test.use(withPictures);

/**
 * Hostile content from the API in a real browser: texts and markup that try to run a script or load something, and
 * URLs that lead elsewhere. Uses a separate site, because the hostile lists are shared by all its users.
 */
let running: RunningSite;
let sandbox: SandboxClient;

test.beforeAll(async () => {
  running = await startSite();
  if (!running.sandbox) throw new Error("The sandbox has to run.");
  sandbox = new SandboxClient(running.sandbox.origin);
});
test.afterAll(() => running.stop());

const now = "2026-11-20T03:00:00Z";
const chunked = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Records forbidden events, and blocks all requests to other origins. */
async function watched(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const own = [running.site.origin, sandbox.origin];
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => problems.push(`page error on ${page.url()}: ${error.message}`));
  page.on("popup", (popup) => problems.push(`popup: ${popup.url()}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url.includes("/csp-report")) problems.push(`policy broken: ${request.postData()}`);
    if (/^https?:/.test(url) && !own.includes(new URL(url).origin)) problems.push(`foreign request: ${url}`);
  });
  await page.route(
    (url) => /^https?:/.test(url.protocol) && !own.includes(url.origin),
    (route) => route.abort(),
  );
  return problems;
}

/** Returns dangerous elements and attributes in the page, even if they have not run. */
function suspects(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        const isAddress = ["href", "src", "action", "formaction", "data", "poster", "xlink:href"].includes(
          name,
        );
        const scheme = /^[\s\u0000-\u001f]*([a-z][a-z\d+.-]*):/i.exec(value)?.[1]?.toLowerCase();
        if (/^on/.test(name)) found.push(`${element.tagName} ${name}=${value}`);
        if (isAddress && scheme && !["http", "https", "mailto"].includes(scheme)) {
          if (element.tagName !== "IMG" || scheme !== "data")
            found.push(`${element.tagName} ${name}=${value}`);
        }
        if (isAddress && /^[/\\]{2}/.test(value)) found.push(`${element.tagName} ${name}=${value}`);
      }
    }
    for (const element of document.querySelectorAll(
      ".prose *, .typed *, .entry object, main iframe, main base",
    )) {
      if (
        /^(?:SCRIPT|STYLE|SVG|MATH|IFRAME|OBJECT|EMBED|FORM|INPUT|BUTTON|META|LINK|BASE|TEMPLATE|VIDEO)$/i.test(
          element.tagName,
        )
      ) {
        found.push(`${element.tagName} in content`);
      }
      for (const name of ["style", "class", "id", "name", "target", "contenteditable"]) {
        const value = element.getAttribute(name);
        // The sanitiser itself marks short paragraphs, and prefixes ids, so that they are none of the page's.
        const isOurs = value === "brief" || (name === "id" && /^[a-z]+(?:-\d+)?-./.test(value ?? ""));
        if (value !== null && element.closest(".prose") && !isOurs)
          found.push(`${element.tagName} has ${name}`);
      }
    }
    return found;
  });
}

async function look(page: Page, path: string, problems: string[]): Promise<void> {
  const response = await page.goto(running.site.origin + path, { waitUntil: "load" });
  expect(response?.status(), path).toBe(200);
  await lookAt(page, path, problems);
}

async function lookAt(page: Page, what: string, problems: string[]): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  // Opens collapsed answers, so that their content is laid out and loaded.
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
  problems.push(...(await suspects(page)).map((suspect) => `${what}: ${suspect}`));
}

const wrapped = (data: unknown) => ({ result: 1, message: "", data });

test("nothing that the API sends runs, loads or leads anywhere", async ({ page, javaScriptEnabled }) => {
  const problems = await watched(page);
  const texts = [...textVectors, ...htmlVectors];
  const addresses = addressVectors(sandbox.origin);
  const text = (n: number) => texts[n % texts.length] ?? "";
  const posts = chunked(htmlVectors, 12);
  const member = await sandbox.makeMember({ balances: { soria: 500 }, inquiries: [{}] });
  const [publicId = ""] = member.inquiries;
  const at = (path: string, data: unknown) => ({ path, exact: true, body: wrapped(data) });
  const post = (n: number) => ({
    ...{ id: 7000 + n, title: text(n), type: "EVENT", created_at: now, total_views: 1, is_fixed: false },
  });

  await sandbox.faults([
    ...posts.map((html, n) =>
      at(`/api/news/${7000 + n}`, {
        ...post(n),
        content: html.join("<p>next</p>"),
        noticeImages: [{ url: addresses[n] ?? "" }],
      }),
    ),
    ...addresses.map((url, n) =>
      at(`/api/news/${7100 + n}`, { ...post(100 + n), content: "<p>x</p>", noticeImages: [{ url }] }),
    ),
    at("/api/news", {
      ...{ page: 1, page_count: 1, stats: { total: texts.length } },
      items: texts.map((_, n) => post(n)),
    }),
    at("/api/support/faq", {
      ...{ page: 1, page_count: 1, stats: { ETC: htmlVectors.length } },
      items: htmlVectors.map((answer, n) => ({ id: n + 1, type: "ETC", question: text(n), answer })),
    }),
    at("/api/dao/suggestions/7000", {
      ...{
        id: 7000,
        title: text(0),
        content: htmlVectors.join("<p>next</p>"),
        account_name: text(1),
        created_at: now,
      },
      ...{ status: "REJECTED", result_reason: text(2), type: "POLICY" },
    }),
    at("/api/dao/suggestions/7000/debates", {
      ...{ page: 1, page_count: 1, stats: { total: htmlVectors.length } },
      items: htmlVectors.map((content, n) => ({
        ...{ id: n + 1, title: text(n), content, account_name: text(n + 5), created_at: now, like_count: 0 },
      })),
    }),
    at("/api/dao/suggestions/7000/debates/1/comments", {
      ...{ page: 1, page_count: 1, stats: { total: texts.length } },
      items: texts.map((content, n) => ({ id: n + 1, content, account_name: content, created_at: now })),
    }),
    at("/api/dao/members", {
      ...{ page: 1, page_count: 1, stats: { total: texts.length } },
      items: texts.map((account_name, id) => ({
        id,
        account_name,
        type: "VOTING",
        joined_at: now,
        amount: 1,
      })),
    }),
    at("/api/store/products", {
      ...{ page: 1, total_pages: 1 },
      items: addresses.map((url, n) => ({
        ...{ id: n + 1, name: text(n), sale_amount: 100, payment_type: "SORIA", objectImages: [{ url }] },
      })),
    }),
    at(`/api/support/inquiries/${publicId}`, {
      ...{
        publicId,
        typeCode: "ETC",
        subject: text(0),
        createdAt: now,
        status: "OPEN",
        customerName: text(1),
      },
      messages: texts.map((content, n) => ({
        ...{ senderType: "ADMIN", senderName: content, content, createdAt: now },
        attachments: [{ fileUrl: addresses[n % addresses.length] ?? "", fileName: content }],
      })),
    }),
    at("/api/users/me/history", {
      ...{ page: 1, page_count: 1, stats: { total: texts.length } },
      items: texts.map((web_note, id) => ({
        ...{
          id,
          created_at: now,
          currency_type: "soria",
          type: "REWARD",
          change_amount: 1,
          net_amount: 1,
          web_note,
        },
      })),
    }),
  ]);

  await look(page, "/support/faq", problems);
  // An answer may itself contain a fold (`details`), which the sanitiser keeps.
  const folds = htmlVectors.filter((html) => /<details[\s>]/i.test(html)).length;
  await expect(page.getByRole("main").getByRole("group"), "every vector has its answer").toHaveCount(
    htmlVectors.length + folds,
  );
  await look(page, "/news", problems);
  for (const n of posts.keys()) await look(page, `/news/${7000 + n}`, problems);
  // Image URLs, checked in the HTML only: it contains everything the page would load.
  for (const n of addresses.keys()) {
    const html = await (await page.request.get(`${running.site.origin}/news/${7100 + n}`)).text();
    const [image] = /<img class="article-image"[^>]*>/.exec(html) ?? [];
    if (image) expect(image).toMatch(new RegExp(` src="${sandbox.origin}/art/product-tea-set.svg[^"<>]*"`));
  }

  const origin = running.site.origin;
  const form = { email: member.email, password: member.password };
  await page.request.post(`${origin}/sign-in`, { form, headers: { Origin: origin }, maxRedirects: 0 });
  for (const path of [
    "/dao/suggestions/7000",
    "/dao/suggestions/7000/debates/1",
    "/dao/members",
    "/store/products",
    `/support/inquiries/${publicId}`,
    "/my-page/history",
  ]) {
    await look(page, path, problems);
  }
  // The same with client-side navigation: content arrives as data and is inserted by innerHTML.
  if (javaScriptEnabled) {
    await page.goto(`${origin}/news`);
    await page.locator("a[href^='/news/700']").first().click();
    await expect(page).toHaveURL(/\/news\/700\d/);
    await lookAtClicked(page, problems);
    await page.goto(origin);
    // The link is in a closed menu; a click by script works anyway.
    await page.evaluate(() => document.querySelector<HTMLElement>("a[href='/support/faq']")?.click());
    await expect(page).toHaveURL(/\/support\/faq$/);
    await lookAtClicked(page, problems);
  }
  const reports = running.site.output().match(/"msg":"csp report"/g)?.length ?? 0;
  console.log(
    `untrusted content: ${htmlVectors.length} HTML vectors at 5 places, ${texts.length} texts at 9, ` +
      `${addresses.length} addresses at 3; ${reports} policy reports, ${problems.length} problems`,
  );
  expect(problems).toEqual([]);
  expect(reports).toBe(0);
});

const lookAtClicked = (page: Page, problems: string[]) => lookAt(page, page.url(), problems);
