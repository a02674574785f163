/**
 * Pages inside a layout whose data cannot be loaded: every call of every page fails once, for an email member, a wallet
 * member or a guest. The heading, the tabs and the rest of the page stay, and the status reports the failure
 * (docs/decisions/0033).
 */
import { expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { translator } from "~/i18n/i18n.server";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { getSession } from "#server/session/session.server";
import { faults, sandbox, server } from "../mocks/server";
import { ORIGIN, SiteBrowser, type Shown, wordsOf } from "../kit/visitors/site-browser";
import { all, at, callsOf, cases, screens, site, useVisitors, visitors } from "./boundary-screens";

useVisitors();

const t = translator("en");
/** Returns what surrounds a page's data: its headings, navigations and filter options. */
function frameOf({ html }: Shown) {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return {
    heads: all(main, /<h1[^>]*>([\s\S]*?)<\/h1>/g).map((head) => wordsOf(head).trim()),
    navigations: all(main, /<nav aria-label="([^"]*)"/g),
    filters: all(main, /<option value="([^"]*)"/g),
  };
}

/** Makes the next page of My page count the member's orders, which the session keeps for a minute. */
async function forgetOrders({ cookies }: SiteBrowser): Promise<void> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const session = await getSession({ request: new Request(ORIGIN, { headers: { cookie } }), context: {} });
  if (session.isSignedIn) await session.update((draft) => void delete draft.orderCount);
}

it("makes fail each call that a page makes", async () => {
  for (const screen of screens) {
    const { browser, ids } = visitors[screen.who?.[0] ?? "email"];
    const made = new Set<string>();
    const note = ({ request }: { request: Request }) => made.add(new URL(request.url).pathname);
    replaceCachedReads();
    await forgetOrders(browser);
    server.events.on("request:start", note);
    await browser.open(at(screen.path, ids));
    server.events.removeListener("request:start", note);
    const named = callsOf(screen).map((call) => at(call, ids));
    // The first page after a sign-in reads the list of purchases in the background.
    const own = [...made].filter((path) => !path.endsWith("/users/me/purchases"));
    expect([screen.path, own.map((path) => path.replace(/^\/(api|order-service)/, "")).sort()]).toEqual([
      screen.path,
      named.sort(),
    ]);
  }
});

it.each(cases)("$path keeps its frame while $call fails, for $who", async ({ screen, who, call }) => {
  const { browser, ids } = visitors[who];
  const path = at(screen.path, ids);
  const whole = await browser.open(path);
  expect(whole.status).toBe(200);
  replaceCachedReads();
  await forgetOrders(browser);
  const service = call.startsWith("/v1") ? "/order-service" : "/api";
  await faults({ path: service + at(call, ids), exact: true, status: 500 });
  const failed = await browser.open(path);
  expect([failed.path, failed.status]).toEqual([path, screen.fails[call]]);
  const [before, after] = [frameOf(whole), frameOf(failed)];
  expect(after.heads).toHaveLength(1);
  // When the failed call provides the heading, the area's heading replaces it.
  const isTitled = /:inquiry|products\/3$|debates\/1$|suggestions\/19$/.test(screen.path);
  if (!isTitled) expect(after.heads).toEqual(before.heads);
  const pager = t("common:pager.label");
  expect(after.navigations).toEqual(before.navigations.filter((name) => name !== pager));
  expect(after.filters).toEqual(before.filters);
});

it("an API's Retry-After is told on the page and at the form", async () => {
  const { browser } = visitors.email;
  const page = await browser.open("/my-page/profile");
  await faults({ path: "/api/", status: 429, headers: { "Retry-After": "300" } });
  const failed = await browser.open("/store/products");
  expect(failed.status).toBe(503);
  expect(wordsOf(failed.html)).toContain(t("errors:http.busy", { minutes: "5" }));
  expect(wordsOf(failed.html)).not.toContain(t("errors:http.unexpected"));
  const sent = await browser.send(page, "names", { firstName: "Aoi", lastName: "Mori" });
  expect(sent.status).toBe(503);
  expect(wordsOf(sent.html)).toContain(t("errors:http.busy", { minutes: "5" }));
});

const wrongNumbers = ["56780", 1e300, -1e300, 1.5, true, null, {}, []];

it.each(wrongNumbers)("one number that is %j is a dash, and the rest of the page stays", async (wrong) => {
  const { browser } = visitors.email;
  const order = { path: "/order-service/v1/users/orders", set: { "data.content.0.totalPrice": wrong } };
  await faults(order);
  const orders = await browser.open("/my-page/ecommerce-history");
  expect(orders.status).toBe(200);
  expect(orders.html).toMatch(/<span class="amount amount--row">-<\/span>/);
  expect(orders.html.match(/class="bought__name"/g)).toHaveLength(2);
  const balance = { path: "/api/users/me", exact: true, set: { "data.soriaAmount": wrong } };
  await faults(balance);
  const page = await browser.open("/my-page");
  expect(page.status).toBe(200);
  expect(wordsOf(page.html)).not.toMatch(/1e\+|1,000,000,000,000,000,000|NaN|undefined|\[object/);
});

it("a currency and a title of 20,000 letters are clipped", async () => {
  const long = "W".repeat(20_000);
  const { browser } = visitors.email;
  const order = {
    path: "/order-service/v1/users/orders",
    set: { "data.content.0.currency": long, "data.content.0.orderItems.0.productName": long },
  };
  await faults(order);
  const { status, html } = await browser.open("/my-page/ecommerce-history");
  const runs = [...html.matchAll(/W{21,}/g)].map(([run]) => run.length);
  expect([status, Math.max(...runs)]).toEqual([200, 300]);
});

it.each(["/dao/suggestions/999999", "/dao/suggestions/19/debates/9999", "/support/requests/nobodys-1"])(
  "%s is a 404 in its area's frame",
  async (path) => {
    const shown = await visitors.email.browser.open(path);
    expect(shown.status).toBe(404);
    expect(frameOf(shown).heads).toHaveLength(1);
    expect(frameOf(shown).navigations).not.toEqual([]);
  },
);

it("a buyer whose page of the store fails still reads what is not finished", async () => {
  const { browser } = visitors.email;
  const { services } = await sandbox();
  const [item] = await services.db.all<{ id: number }>(
    "SELECT id FROM products WHERE payment_type = 'USD' LIMIT 1",
  );
  const page = await browser.open(`/store/products/${item?.id}`);
  const choice = { intent: "buy", quantity: "1", paymentType: "STRIPE", confirm: "on", script: "ready" };
  await browser.send(page, "buy", choice);
  const { key = "" } = browser.hidden(page, "buy");
  await browser.fetch("/store/products/complete/begin", { purchase: key });
  for (const path of ["/store/products", `/store/products/${item?.id}`]) {
    expect(wordsOf((await browser.open(path)).html)).toContain(t("store:open.title"));
    await faults({ path: "/api/store/products", status: 500 });
    const failed = await browser.open(path);
    expect(failed.status).toBe(502);
    expect(wordsOf(failed.html)).toContain(t("store:open.title"));
    await faults();
  }
});

it.each([
  ["/store/products/3", 403, ["errors:http.403", "errors:next.403"]],
  ["/store/products/3", 500, ["errors:http.unexpected", "errors:next.money"]],
  ["/dao/suggestions/19", 403, ["errors:http.403", "errors:next.403"]],
])("%s says after a %d of the API what can be done next", async (path, status, [said = "", next = ""]) => {
  await faults({ path: `/api${path}`, exact: true, status });
  const { html } = await visitors.email.browser.open(path);
  const words = wordsOf(html);
  // The prescribed message comes first, unchanged.
  expect(words.indexOf(dynamicKey(t, said))).toBeGreaterThan(0);
  expect(words.indexOf(dynamicKey(t, next))).toBeGreaterThan(words.indexOf(dynamicKey(t, said)));
  if (next === "errors:next.money") expect(html).toContain(`href="${paths.myPage.ecommerceHistory()}"`);
});

it("the account's pages keep their head and the status of the thrown response", async () => {
  // No cookie came back: the page behind the mailed link says so (docs/forms.md).
  const stranger = new SiteBrowser(site, false, "blocked");
  const shown = await stranger.open(paths.changePasswordFromMail);
  expect(shown.status).toBe(400);
  expect(frameOf(shown).heads).toEqual([translator("ja")("account:change.title")]);
});

it("no layout is a gate: the loader of each member's page asks for the sign-in by itself", async () => {
  const inner: Record<string, string> = {
    "/my-page/tools": "my-page/tools",
    "/my-page/profile": "my-page/profile",
    "/my-page/history": "my-page/history",
    "/my-page/ecommerce-history": "my-page/ecommerce-history",
    "/my-page/ecommerce-history/ORDER-1": "my-page/order",
    "/my-page/terminate": "my-page/terminate",
    "/store/products": "store/products",
    "/store/products/3": "store/product",
    "/store/products/3/checkout": "store/checkout",
    "/store/products/3/checkout/confirm": "store/confirm-order",
    "/store/soria-exchange": "store/exchange",
    "/dao/suggestions": "dao/suggestions",
    "/dao/suggestions/19": "dao/suggestion",
    "/dao/suggestions/19/voters": "dao/voters",
    "/dao/suggestions/19/debates/1": "dao/debate",
    "/dao/report": "dao/report",
    "/dao/members": "dao/members",
  };
  for (const [path, route] of Object.entries(inner)) {
    const url = `${ORIGIN}${path}?_data=${encodeURIComponent(`routes/${route}/route`)}`;
    const response = await visitors.guest.browser.ask(new Request(url));
    expect([path, response.headers.get("X-Remix-Redirect") ?? response.status]).toEqual([
      path,
      `/sign-in?${new URLSearchParams({ redirectTo: path }).toString()}`,
    ]);
  }
});

it.each([
  ["/store/products/999999", "store:item.goneTitle", "store:item.gone", paths.store.products()],
  ["/dao/suggestions/999999", "", "dao:suggestion.missing", paths.dao.suggestions()],
  ["/dao/suggestions/19/debates/9999", "dao:debate.goneTitle", "dao:debate.gone", paths.dao.suggestions()],
])("%s says what is gone and leads to its list, not to another try", async (path, title, text, list) => {
  const { html, status } = await visitors.email.browser.open(path);
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  expect(status).toBe(404);
  expect(wordsOf(main)).toContain(dynamicKey(t, text));
  expect(wordsOf(main)).not.toContain(t("errors:http.404"));
  expect(wordsOf(main)).not.toContain(t("errors:boundary.retry"));
  expect(main).toContain(`href="${list}"`);
  if (title) {
    expect(html).toContain(`<title>${dynamicKey(t, title)} | `);
    expect(wordsOf(/<h2\b.*?<\/h2>/s.exec(main)?.[0] ?? "")).toContain(dynamicKey(t, title));
  }
});
