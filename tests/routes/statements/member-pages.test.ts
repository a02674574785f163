/** My page and the store as rendered without scripts (docs/specification/statements.csv). */
import { http, HttpResponse } from "msw";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { paths } from "~/domain/paths";
import { languages } from "~/i18n/languages";
import { env } from "#server/config/env.server";
import { sandbox, server } from "../../mocks/server";
import type { Shown, SiteBrowser } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import {
  columnsOf,
  controls,
  guest,
  headerOf,
  links,
  mainOf,
  memberOf,
  menusOf,
  namedLinks,
  rowsOf,
  tags,
  words,
} from "./site";

// The first call imports every route of the site.
beforeAll(async () => void (await guest()), 300_000);
afterEach(async () => (await sandbox()).faults([]));

const balances = { soria: 1234, soriaPlus: 56, point: 78 };

/** Mocks the API's response data for a path. */
function respond(path: string, data: unknown): void {
  server.use(
    http.get(`http://api.test${path}`, () => HttpResponse.json({ result: 1, message: "SUCCESS", data })),
  );
}
const choicesOf = (page: Shown, name: string) =>
  controls(mainOf(page)).filter((control) => control["name"] === name);
/** Returns the page that the pager marks as the current one; its link names it unless it is the first. */
const currentOf = (page: Shown) =>
  tags(mainOf(page), "a").flatMap((link) => {
    const [, number] = /[?&]page=(\d+)/.exec(link["href"] ?? "") ?? [];
    return link["aria-current"] === "page" && number !== undefined ? [number] : [];
  });

describe("the island of My page", () => {
  it("is the one for a light page, except in the night theme", async () => {
    const { browser } = await memberOf();
    const source = async () =>
      tags(mainOf(await browser.open("/my-page")), "img").find(({ src = "" }) =>
        src.includes("island.svg"),
      )?.["src"];
    expect(await source()).toBe("/my-page/island.svg?paper=");
    await browser.post("/theme", [["theme", "night"]], await browser.open("/my-page"));
    expect(await source()).toBe("/my-page/island.svg");
  });
});

describe("the header of a member", () => {
  it("links to tools, profile, history and terminate, and signs out [A058.1 A058.2 A104.1 P047.2 P047.3]", async () => {
    const { browser } = await memberOf();
    for (const path of ["/", "/introduction", "/store/products"]) {
      const page = await browser.open(path);
      const { profile, wide, narrow } = menusOf(page);
      const own = ["Profile: /my-page/profile", "Toolbox: /my-page/tools"];
      own.push("Currency history: /my-page/history", "Orders: /my-page/ecommerce-history");
      const last = "Close account: /my-page/terminate";
      expect(namedLinks(profile)).toEqual([...own, last]);
      expect(namedLinks(narrow).slice(0, own.length)).toEqual(own);
      expect(namedLinks(narrow)).toContain(last);
      // The profile menu of a wide window, and the panel of a narrow one.
      for (const menu of [profile, narrow])
        expect(tags(menu, "form").map(({ method, action }) => [method, action])).toContainEqual([
          "post",
          "/sign-out",
        ]);
      // What the menus of everybody have for members only.
      for (const menu of [wide, narrow])
        for (const to of ["/store/products", "/store/soria-exchange", "/support/requests"])
          expect(links(menu)).toContain(to);
      expect(links(headerOf(page)).filter((to) => /^\/sign-(?:in|up)/.test(to))).toEqual([]);
    }
    const page = await browser.open("/");
    await browser.post("/sign-out", [], page);
    expect((await browser.open("/my-page")).path).toMatch(/^\/sign-in/);
  });

  it("leads to FAQ, inquiry and requests, and to the DAO's five pages [P046.3 P049.1 P142.2]", async () => {
    const { browser } = await memberOf();
    const { main, narrow } = menusOf(await browser.open("/introduction"));
    const entries = [
      ...["FAQ: /support/faq", "Contact us: /support/inquiry", "My inquiries: /support/requests"],
      ...["DAO home: /dao", "My suggestions: /dao/suggestions/mine", "How it works: /dao/operating-method"],
      ...["Members: /dao/members", "Governance: /dao/suggestions"],
    ];
    for (const menu of [main, narrow])
      expect(namedLinks(menu).filter((link) => /: \/(?:support|dao)/.test(link))).toEqual(entries);
    const faq = mainOf(await browser.open("/support/faq"));
    const [tabs = ""] = /<nav\b[\s\S]*?<\/nav>/.exec(faq) ?? [];
    expect(namedLinks(tabs)).toContain("My inquiries: /support/requests");
  });
});

describe("My page", () => {
  it("shows Soria, Soria Plus and point [A011.1 A079.1]", async () => {
    const { browser } = await memberOf({ balances });
    const [purse = ""] =
      /<section aria-label="Balances">[\s\S]*?<\/section>/.exec(mainOf(await browser.open("/my-page"))) ?? [];
    expect(words(purse)).toMatch(/^Soria 1,234 Soria Plus 56 Points 78$/);
  });

  it("has an address for each tab, and shows the profile without one [A026.1 A051.1 A053.1 A054.1 A055.1 A056.1]", async () => {
    const { browser } = await memberOf();
    for (const [path, heading] of [
      ["", "Profile"],
      ["/profile", "Profile"],
      ["/history", "Currency history"],
      ["/ecommerce-history", "Orders"],
      ["/terminate", "Close your account"],
      ["/tools", "Toolbox"],
    ]) {
      const page = await browser.open(`/my-page${path}`);
      expect(page.status).toBe(200);
      expect(/<h2\b[^>]*>(.*?)<\/h2>/.exec(mainOf(page))?.[1]?.replaceAll("\u200b", "")).toContain(
        heading ?? "",
      );
      const [tabs = ""] = /<nav\b[^>]*aria-label="My page"[\s\S]*?<\/nav>/.exec(mainOf(page)) ?? [];
      expect(new Set(links(tabs))).toEqual(
        new Set(
          ["tools", "profile", "history", "ecommerce-history", "terminate"].map((tab) => `/my-page/${tab}`),
        ),
      );
      const current = tags(tabs, "a").filter((link) => "aria-current" in link);
      expect(new Set(current.map(({ href }) => href))).toEqual(new Set([`/my-page${path || "/profile"}`]));
    }
  });

  it("offers a link to each old address's tab [A051.3]", async () => {
    const { browser } = await memberOf();
    const page = mainOf(await browser.open("/my-page"));
    for (const tab of ["tools", "profile", "history", "ecommerce-history", "terminate"]) {
      const [target = ""] = new RegExp(`<p[^>]* id="${tab}"[\\s\\S]*?</p>`).exec(page) ?? [];
      expect(links(target)).toEqual([`/my-page/${tab}`]);
    }
  });

  it("shows a poster and that it is coming while no video is configured, else the video [A052.1]", async () => {
    const { browser } = await memberOf();
    const coming = texts("en", "common")("video.coming");
    const none = mainOf(await browser.open("/my-page/tools"));
    const poster = none.split("<li").find((tool) => words(tool).includes(coming)) ?? "";
    expect(tags(poster, "img").map(({ src }) => src)).toEqual(["/art/states/waiting.svg"]);
    env().toolsVideoUrl = "https://videos.test/embed/dQw4w9WgXcQ";
    const page = await browser.open("/my-page/tools?play=1#video");
    delete env().toolsVideoUrl;
    expect(words(page)).not.toContain(coming);
    expect(tags(mainOf(page), "iframe").map(({ src }) => src)).toEqual([
      "https://videos.test/embed/dQw4w9WgXcQ?autoplay=1",
    ]);
  });

  it("shows the e-mail address of an EMAIL member [A199.1]", async () => {
    const { browser, member } = await memberOf();
    const said = words(await browser.open("/my-page/profile"));
    expect(said).toContain(`${texts("en", "my-page")("profile.email")} ${member.email}`);
  });

  it("closes only with the box, whose form has one [A147.1 A147.2]", async () => {
    const { browser } = await memberOf();
    const page = await browser.open("/my-page/terminate");
    expect(choicesOf(page, "confirm")).toMatchObject([{ type: "checkbox" }]);
    const refused = await browser.send(page, "terminate", {});
    expect(refused.status).toBe(400);
    expect((await browser.open("/my-page")).path).toBe("/my-page");
  });
});

it("every member page opens for an account without any restriction [A111.1]", async () => {
  const { browser, member } = await memberOf({ orders: 1, inquiries: [{ messages: ["q"] }] });
  const { myPage, store, dao, support } = paths;
  for (const path of [
    ...[myPage.profile, myPage.tools, myPage.history(), myPage.ecommerceHistory(), myPage.terminate],
    ...[store.products(), store.product(5), store.soriaExchange, support.requests()],
    ...[dao.suggestions(), dao.mySuggestions(), dao.suggestion(19), dao.voters(19), dao.members()],
    `/support/requests/${member.inquiries[0]}`,
  ]) {
    const page = await browser.open(path);
    expect([page.status, page.path]).toEqual([200, path]);
  }
});

describe("the history", () => {
  const item = {
    id: 1,
    created_at: "2026-11-23T16:30:00Z",
    currency_type: "soria-plus",
    type: "REDEEM",
    change_amount: 300,
    net_amount: 934,
    web_note: "Sky lanterns",
  };
  const list = (items: object[], page = 1, total = items.length) => ({
    page,
    page_count: Math.ceil(total / 10),
    stats: { total },
    items,
  });

  it("shows number, time, currency, type, change, balance after and note of each row [A008.2 A012.1 A011.2 A086.1 A086.2 A086.3 A347.1 A347.2]", async () => {
    const { browser } = await memberOf();
    respond(
      "/api/users/me/history",
      list([
        item,
        { ...item, id: 2, type: "REWARD", change_amount: 25 },
        { ...item, id: 3, type: "RECHARGE", change_amount: 70 },
      ]),
    );
    const page = mainOf(await browser.open("/my-page/history?currencyType=soria-plus"));
    expect(columnsOf(page)).toEqual([
      "No.",
      "Date and time",
      "Currency",
      "Type",
      "Change",
      "Balance",
      "Note",
    ]);
    expect(rowsOf(page)).toEqual([
      ["3", "24 Nov 2026, 01:30", "Soria Plus", "Spent", "-300", "934", "Sky lanterns"],
      ["2", "24 Nov 2026, 01:30", "Soria Plus", "Reward", "+25", "934", "Sky lanterns"],
      ["1", "24 Nov 2026, 01:30", "Soria Plus", "Top-up", "+70", "934", "Sky lanterns"],
    ]);
  });

  it("shows a row of an unknown type without bringing the page down [A086.4]", async () => {
    const { browser } = await memberOf();
    respond(
      "/api/users/me/history",
      list([
        { ...item, type: "GIFT" },
        { ...item, id: 2 },
      ]),
    );
    const page = await browser.open("/my-page/history?currencyType=soria-plus");
    expect(page.status).toBe(200);
    expect(rowsOf(mainOf(page)).some((row) => row.includes("Spent"))).toBe(true);
  });

  it("shows a row for an entry that the API sends wrong, so that no number moves", async () => {
    const { browser } = await memberOf();
    const wrong = { ...item, id: 2, change_amount: "x" };
    respond("/api/users/me/history", list([item, wrong, { ...item, id: 3 }], 1, 23));
    const page = mainOf(await browser.open("/my-page/history?currencyType=soria"));
    const rows = rowsOf(page).map((row) => words(row.join(" ")));
    expect(rows.map((row) => row.split(" ")[0])).toEqual(["23", "22", "21"]);
    expect(rows[1]).toContain("This entry can’t be shown.");
    expect(rows[0]).not.toContain("This entry");
  });

  it("counts the rows of page two down from total minus page size [A085.1 A346.1 A346.2]", async () => {
    const { browser } = await memberOf();
    respond("/api/users/me/history", list([item, { ...item, id: 2 }], 2, 23));
    const shown = await browser.open("/my-page/history?page=2&size=10");
    const page = mainOf(shown);
    expect(rowsOf(page).map(([number]) => number)).toEqual(["13", "12"]);
    expect(currentOf(shown)).toEqual(["2"]);
    const pages = links(page).flatMap((to) => /[?&]page=(\d+)/.exec(to)?.[1] ?? []);
    expect(Math.max(...pages.map(Number))).toBe(3);
  });

  it("offers three durations and five page sizes, and ten for any other [A087.1 A345.1 A345.2]", async () => {
    const { browser } = await memberOf({ history: 30 });
    const asked: string[] = [];
    server.events.on("request:start", ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/api/users/me/history") asked.push(searchParams.get("size") ?? "");
    });
    const page = await browser.open("/my-page/history");
    const labels = (mainOf(page).match(/<label>[\s\S]*?<\/label>/g) ?? []).filter((label) =>
      label.includes('name="duration"'),
    );
    expect(labels.map((label) => [tags(label, "input")[0]?.["value"], words(label)])).toEqual([
      ["DAY", "Today"],
      ["WEEK", "1 week"],
      ["MONTH", "1 month"],
    ]);
    expect(choicesOf(page, "duration").map(({ type }) => type)).toEqual(["radio", "radio", "radio"]);
    const [offered = ""] = /<nav\b[^>]*aria-labelledby="sizes"[\s\S]*?<\/nav>/.exec(mainOf(page)) ?? [];
    expect(words(offered)).toBe("Rows 10 20 30 40 50");
    expect(links(offered).map((to) => new URLSearchParams(to.split(/[?#]/)[1]).get("size"))).toEqual(
      "10 20 30 40 50".split(" "),
    );
    for (const size of ["15", "1000", "x", "0"]) {
      asked.length = 0;
      await browser.open(`/my-page/history?size=${size}`);
      // The balance chart may request larger pages.
      expect(asked, size).toContain("10");
      expect(asked, size).not.toContain(size);
    }
  });

  it.each([
    ["", ["WEEK"]],
    ["?duration=MONTH", ["MONTH"]],
    ["?duration=WEEK&from=2026-10-01&to=2026-10-28", []],
    ["?duration=WEEK&from=2026-10-21&to=2026-10-28", ["WEEK"]],
    ["?duration=DAY&from=2026-10-28&to=2026-10-28", []],
    ["?from=2026-10-01&to=2026-10-28", []],
  ])("checks only a duration that describes the range: %s", async (search, checked) => {
    const { browser } = await memberOf();
    const page = await browser.open(`/my-page/history${search}`);
    const inputs = tags(mainOf(page), "input").filter(({ name }) => name === "duration");
    expect(inputs).toHaveLength(3);
    expect(inputs.filter((input) => "checked" in input).map(({ value }) => value)).toEqual(checked);
  });

  it("opens with the last seven days, page one and ten rows [A008.2 A142.3 A344.1 A344.2]", async () => {
    const { browser } = await memberOf();
    const asked: Record<string, string>[] = [];
    server.events.on("request:start", ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/api/users/me/history") asked.push(Object.fromEntries(searchParams));
    });
    const day = (ago: number) =>
      new Date(Date.now() + 9 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
    await browser.open("/my-page/history");
    const first = { transactionType: "ALL", from: day(7), to: day(0), page: "1", size: "10" };
    expect(asked[0]).toEqual({ currencyType: "soria", ...first });
    asked.length = 0;
    const shown = `soria REDEEM MONTH ${day(30)} ${day(0)} 50`;
    await browser.open(`/my-page/history?${new URLSearchParams({ shown, currencyType: "point" })}`);
    expect(asked[0]).toEqual({ currencyType: "point", ...first });
  });

  it("tells its rows apart by sign and by class, not by colour alone [A348.1]", async () => {
    const { browser } = await memberOf();
    respond("/api/users/me/history", list([item, { ...item, id: 2, type: "REWARD" }]));
    const page = mainOf(await browser.open("/my-page/history?currencyType=soria-plus"));
    const changes = [...page.matchAll(/<td\b[^>]*class="([^"]*)\bbig\b([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)];
    expect(changes.map(([, , color, text = ""]) => [color?.trim(), words(text)])).toEqual([
      ["minus", "-300"],
      ["plus", "+300"],
    ]);
  });
});

describe("the orders", () => {
  const order = {
    id: 1,
    orderNumber: "ORDER-20261026-014215-701",
    orderItems: [{ productName: "Soria 1,000", quantity: 2 }],
    totalPrice: 1960,
    currency: "SGD",
  };
  const orders = (content: object[], totalItem: number) => ({
    content,
    pagination: { currentPage: 1, totalPage: Math.ceil(totalItem / 10), totalItem },
  });
  const respondOrders = (content: object[], totalItem = content.length) =>
    server.use(
      http.get("http://api.test/order-service/v1/users/orders", () =>
        HttpResponse.json({ message: "SUCCESS", data: orders(content, totalItem) }),
      ),
    );

  it("show number, date from its digits, product, quantity and amount [A012.1 A088.1 A088.2 A089.1]", async () => {
    const { browser } = await memberOf();
    respondOrders([order], 12);
    const page = await browser.open("/my-page/ecommerce-history");
    const said = words(page).replaceAll(" .", ".");
    for (const part of [
      "ORDER-20261026-014215-701",
      "26 Oct 2026, 10:42",
      "Soria 1,000 × 2",
      "19.60 SGD",
      "12 orders",
    ])
      expect(said).toContain(part);
    expect(links(mainOf(page))).toContain("/my-page/ecommerce-history?page=2");
    expect(links(mainOf(page))).not.toContain("/my-page/ecommerce-history?page=3");
    expect(currentOf(await browser.open("/my-page/ecommerce-history?page=2"))).toEqual(["2"]);
  });

  it("show one whose number has another form without a date [A088.3]", async () => {
    const { browser } = await memberOf();
    respondOrders([{ ...order, orderNumber: "A-77" }]);
    const page = await browser.open("/my-page/ecommerce-history");
    expect(page.status).toBe(200);
    expect(words(page)).toContain("A-77");
    expect(words(mainOf(page))).not.toMatch(/20\d\d|\d\d:\d\d/);
  });

  it("show all products of one with their quantities [A088.4]", async () => {
    const { browser } = await memberOf();
    const items = [...order.orderItems, { productName: "Tote bag", quantity: 3 }];
    respondOrders([{ ...order, orderItems: items }]);
    const said = words(await browser.open("/my-page/ecommerce-history"));
    expect(said).toMatch(/Soria 1,000 × 2 .*Tote bag × 3/);
  });
});

describe("the store", () => {
  const object = {
    id: 5,
    name: "Paper kit",
    sale_amount: 123456,
    payment_type: "USD",
    objectImages: [{ url: "http://api.test/art/a.svg" }],
  };
  const list = (items: object[]) => ({ page: 1, total_pages: 1, items });

  it("shows each object with picture, name, price and the way to buy it [A028.1 A060.1 A060.2 A060.3 A060.4 A091.1 A092.1]", async () => {
    const { browser } = await memberOf();
    const objectImages = [{ url: "http://api.test/art/b.svg" }];
    const other = { id: 6, name: "Ink", sale_amount: 70000, payment_type: "SORIA", objectImages };
    respond("/api/store/products", list([object, other]));
    const page = mainOf(await browser.open("/store/products"));
    const cards = page.match(/<li class="good">[\s\S]*?<\/li>/g) ?? [];
    expect(
      cards.map((card) => [
        tags(card, "img")[0]?.["src"],
        words(card).replaceAll(" .", "."),
        /<a\b[^>]*>.*?<\/a>/.exec(card)?.[0].includes(">Buy<"),
        links(card),
      ]),
    ).toEqual([
      ["http://api.test/art/a.svg", "Paper kit Buy 1,234.56 USD US dollars", true, ["/store/products/5"]],
      ["http://api.test/art/b.svg", "Ink Buy 700.00 Soria", true, ["/store/products/6"]],
    ]);
  });

  it("shows an object without a picture with a stand-in, and one without a price as a dash that cannot be bought [A091.2 A092.2]", async () => {
    const { browser } = await memberOf();
    const odd = { ...object, sale_amount: "much", objectImages: [] };
    respond("/api/store/products", list([odd]));
    respond("/api/store/products/5", odd);
    const page = mainOf(await browser.open("/store/products"));

    // The frame reserves the space of the missing image.
    expect(page).toMatch(/<div class="good__picture"><\/div>/);
    expect(page).not.toContain("/art/a.svg");
    expect(words(page)).toMatch(/Paper kit Buy [-–—]/);
    const item = await browser.open("/store/products/5");
    expect(words(item)).toContain(texts("en", "store")("item.noPrice"));
    expect(tags(mainOf(item), "button").filter(({ value }) => value === "buy")).toEqual([]);
  });

  it("says that it is empty [A060.6]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products", list([]));
    const page = await browser.open("/store/products");
    expect(words(page)).toContain(texts("en", "store")("list.empty"));
    expect(mainOf(page)).not.toMatch(/class="(?:shelf|good)\b/);
  });

  it("gives every price its currency, in the list and on the item's page [A011.3 A063.2 A091.3 A354.1 A354.2]", async () => {
    const { browser } = await memberOf();
    const types = { SORIA: "Soria", SORIA_PLUS: "Soria Plus", POINT: "points", USD: "USD", SGD: "SGD" };
    for (const [payment_type, unit] of Object.entries(types)) {
      const one = { ...object, payment_type };
      respond("/api/store/products", list([one]));
      respond("/api/store/products/5", one);
      for (const path of ["/store/products", "/store/products/5"]) {
        const said = words(await browser.open(path)).replaceAll(" .", ".");
        const amounts = said.match(/1,234\.56(?: [A-Z][a-z]+ Plus| [A-Za-z]+)?/g) ?? [];
        expect(new Set(amounts), path).toEqual(new Set([`1,234.56 ${unit}`]));
      }
    }
  });

  it("asks the API for ten objects, and leads to the other pages [A060.5 A093.1 A352.1]", async () => {
    const { browser } = await memberOf();
    const asked: string[] = [];
    server.use(
      http.get("http://api.test/api/store/products", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({
          result: 1,
          message: "",
          data: { page: 1, total_pages: 3, items: [object] },
        });
      }),
    );
    const page = await browser.open("/store/products");
    expect(Object.fromEntries(new URLSearchParams(asked[0]))).toEqual({
      scope: "WEB",
      page: "1",
      size: "10",
    });
    expect(links(mainOf(page))).toContain("/store/products?page=3");
    expect(links(mainOf(page))).not.toContain("/store/products?page=4");
    expect(currentOf(await browser.open("/store/products?page=2"))).toEqual(["2"]);
  });

  it("shows name, unit price, a stepper that starts at one, total and the three choices [A029.1 A063.1 A063.2 A063.3 A063.4 A064.1 A064.2 A065.1 A065.2 A065.3]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products/5", { ...object, sale_amount: 2400 });
    const page = await browser.open("/store/products/5");
    const said = words(page).replaceAll(" .", ".");
    expect(said).toMatch(/Paper kit .*Unit price 24\.00 USD.*Total 24\.00 USD/);
    expect(choicesOf(page, "quantity")).toMatchObject([{ value: "1" }]);
    const methods = choicesOf(page, "paymentType");
    expect(methods.map((method) => [method["type"], "disabled" in method, "checked" in method])).toEqual([
      ["radio", false, false],
      ["radio", true, false],
    ]);
    expect(methods[0]?.["value"]).toBe("STRIPE");
    expect(said).toContain("PayPal");
    const [box, ...boxes] = choicesOf(page, "confirm");
    expect([box?.["type"], boxes]).toEqual(["checkbox", []]);
    expect(box).not.toHaveProperty("checked");
    expect(mainOf(page)).toMatch(/<a\b(?=[^>]*href="\/store\/products")[^>]*>Cancel<\/a>/);
    const more = await browser.send(page, "buy", { intent: "increase", quantity: "2" });
    const three = words(more).replaceAll(" .", ".");
    expect(three).toMatch(/Unit price 24\.00 USD.*Total 72\.00 USD/);
    const less = await browser.send(page, "buy", { intent: "decrease", quantity: "1" });
    expect(choicesOf(less, "quantity")).toMatchObject([{ value: "1" }]);
  });

  it("has one button to buy, whose press starts the purchase [A065.3]", async () => {
    const { browser } = await memberOf({ balances: { soria: 100_000 } });
    const page = await browser.open("/store/products/1");
    const buttons = mainOf(page).match(/<button\b[\s\S]*?<\/button>/g) ?? [];
    const toBuy = buttons.filter((button) => words(button).startsWith("Buy"));
    expect(toBuy).toHaveLength(1);
    const [{ type, name = "", value = "" } = {}] = tags(toBuy[0] ?? "", "button");
    expect(type).toBe("submit");
    const bought = await browser.send(page, "buy", {
      ...{ quantity: "1", paymentType: "BALANCE", confirm: "on" },
      [name]: value,
    });
    expect(bought.path).toMatch(/^\/store\/products\/complete\?purchase=/);
  });

  it("shows an amount of 5 hundredths as 0.05 in the list, on the item's page and at the checkout [A353.1]", async () => {
    const { browser } = await memberOf();
    const cheap = { ...object, sale_amount: 5 };
    respond("/api/store/products", list([cheap]));
    respond("/api/store/products/5", cheap);
    for (const path of ["/store/products", "/store/products/5", "/store/products/5/checkout"]) {
      const said = words(await browser.open(path)).replaceAll(" .", ".");
      expect(said, path).toMatch(/(?<![\d.,])0\.05 USD/);
      expect(
        said.match(/[\d,.]*\d USD/g)?.filter((amount) => amount !== "0.05 USD"),
        path,
      ).toEqual([]);
    }
  });

  it("has no card field in its own forms: item, delivery [A151.2]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products/5", object);
    for (const path of ["/store/products/5", "/store/products/5/checkout"]) {
      const fields = controls(mainOf(await browser.open(path)));
      expect(fields.length, path).toBeGreaterThan(1);
      for (const { name = "", autocomplete = "" } of fields)
        expect(`${name} ${autocomplete}`, path).not.toMatch(/card|cc-|cvc|expiry/i);
    }
  });

  it("asks at the checkout for customer, receiver and method, and sums up the item [A098.1 A098.2 A098.3 A098.4 A098.5]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products/5", { ...object, sale_amount: 2400 });
    const page = await browser.open("/store/products/5/checkout?quantity=2");
    const [form = ""] = /<form\b[^>]*id="checkout"[\s\S]*?<\/form>/.exec(mainOf(page)) ?? [];
    const fields = new Set(controls(form).map(({ name }) => name));
    for (const name of [
      ...["customerName", "customerPhone", "customerEmail", "shippingName", "shippingPhone"],
      ...["address", "detailedAddress", "postalCode", "paymentMethod"],
    ])
      expect(fields).toContain(name);
    const methods = controls(form).filter(({ name }) => name === "paymentMethod");
    expect(methods.map(({ type, value }) => [type, value])).toEqual([
      ["radio", "STRIPE"],
      ["radio", "PAYPAL"],
    ]);
    const [ticket = ""] = /<form\b[^>]*class="ticket"[\s\S]*?<\/form>/.exec(mainOf(page)) ?? [];
    const said = words(ticket).replaceAll(" .", ".");
    expect(said).toMatch(/^Paper kit 24\.00 USD US dollars Quantity .*Total 48\.00 USD/);
    expect(choicesOf(page, "quantity")).toMatchObject([{ value: "2" }]);
  });
});

describe("the exchange", () => {
  it("shows what is held, the amount, five steps, all, the notice and its box [A031.1 A071.1 A071.2 A071.3 A071.4 A071.5 A073.1 A073.2 A073.3]", async () => {
    const { browser } = await memberOf({ balances });
    const page = await browser.open("/store/soria-exchange");
    const said = words(page);
    expect(said).toMatch(/(?<![\d,])1,234 \.00 Soria .*(?<![\d,])56 \.00 Soria Plus/);
    expect(said).toContain("+50 +100 +300 +500 +1,000 Exchange all");
    const [chips = ""] = /<div class="chips"[\s\S]*?<\/div>/.exec(mainOf(page)) ?? [];
    expect(tags(chips, "button").map(({ type, name, value }) => `${type} ${name} ${value}`)).toEqual(
      ["add-50", "add-100", "add-300", "add-500", "add-1000", "all"].map((value) => `submit intent ${value}`),
    );
    const t = texts("en", "store");
    expect(said).toContain("You can exchange from 50 Soria.");
    expect(said).toContain("The amount is in units of 10 Soria.");
    expect(said).toContain("An exchange cannot be cancelled.");
    expect(choicesOf(page, "amount")).toHaveLength(1);
    const [agreement, ...boxes] = controls(mainOf(page)).filter(({ type }) => type === "checkbox");
    expect(boxes).toEqual([]);
    // It can be ticked, which changes its look alone: nothing is sent.
    expect(agreement).not.toHaveProperty("disabled");
    expect(agreement).not.toHaveProperty("name");
    expect(agreement).not.toHaveProperty("checked");
    expect(said).toContain(t("exchange.agree"));
    expect(mainOf(page)).toMatch(/<a\b(?=[^>]*href="\/store\/products")[^>]*>Cancel<\/a>/);
  });

  it.each(languages)(
    "says in %s that it is a preview, from what amount, and for good [A072.1 A073.1 A073.3]",
    async (lng) => {
      const { browser } = await memberOf({}, lng);
      const page = await browser.open("/store/soria-exchange");
      expect(words(page)).toContain(texts(lng, "store")("exchange.lead"));
      const notices = mainOf(page).match(/<li>[\s\S]*?<\/li>/g) ?? [];
      expect(notices.map((notice) => /\d+/.exec(words(notice))?.[0])).toEqual(["50", "10", undefined]);
      const final = {
        ja: "取り消しはできません",
        en: "cannot be cancelled",
        ko: "취소할 수 없어요",
        zh: "不能取消",
      };
      expect(notices[2]).toContain(final[lng]);
    },
  );

  it("starts at 1000 Soria and no Soria Plus for who has neither [A350.1]", async () => {
    const { browser } = await memberOf({ balances: { soria: 0, soriaPlus: 0, point: 0 } });
    expect(words(await browser.open("/store/soria-exchange"))).toMatch(
      /(?<![\d,])1,000 \.00 Soria Your balance now 0 \.00 Soria Plus/,
    );
  });
});

it("asks a guest for the sign-in, and leads back to the page that was wanted [A075.1 A075.2 A075.3 P036.1 P036.2 P036.3]", async () => {
  const browser: SiteBrowser = await guest();
  for (const path of [
    "/my-page",
    "/my-page/history",
    "/store",
    "/store/products",
    "/store/products/5",
    "/store/products/5/checkout",
    "/store/products/5/checkout/confirm",
    "/store/products/complete",
    "/store/soria-exchange",
    "/support/requests",
    "/support/requests/INQ-1",
  ])
    expect((await browser.open(path)).path).toBe(`/sign-in?${new URLSearchParams({ redirectTo: path })}`);
  const { email, password } = await (await sandbox()).make({});
  const page = await browser.open("/store/soria-exchange");
  const back = await browser.send(page, "sign-in", { intent: "sign-in", email: email ?? "", password });
  expect(back.path).toBe("/store/soria-exchange");
  for (const path of ["/store", "/store/products", "/store/products/5", "/store/products/5/checkout"])
    expect((await browser.open(path)).status, path).toBe(200);
});
