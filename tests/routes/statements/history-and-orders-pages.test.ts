/** The history of the currencies and the orders as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import {
  choicesOf,
  columnsOf,
  currentOf,
  links,
  mainOf,
  memberOf,
  rowsOf,
  tags,
  useSite,
  words,
} from "./site";
import { list, respond } from "./mocked-data";
import { madeTo, receive } from "./received";

useSite();

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
  const queriesOf = (received: ReturnType<typeof receive>) =>
    madeTo(received, "/api/users/me/history").map(({ line }) =>
      Object.fromEntries(new URLSearchParams(line.split("?")[1])),
    );

  it("shows number, time, currency, type, change, balance after and note of each row [A008.2 A012.1 A011.2 A086.1 A086.2 A086.3 A347.1 A347.2]", async () => {
    const { browser } = await memberOf();
    respond(
      "/api/users/me/history",
      list([
        item,
        { ...item, id: 2, type: "REWARD", change_amount: 25, transactionId: "T-2", web_note: "Lamp oil" },
        { ...item, id: 3, type: "RECHARGE", change_amount: 70, transactionId: "T-3" },
        { ...item, id: 4, transactionId: "T-4", web_note: undefined },
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
      ["4", "24 Nov 2026, 01:30", "Soria Plus", "Spent", "-300", "934", "Sky lanterns"],
      ["3", "24 Nov 2026, 01:30", "Soria Plus", "Reward", "+25", "934", "Lamp oil"],
      ["2", "24 Nov 2026, 01:30", "Soria Plus", "Top-up", "+70", "934", "Sky lanterns"],
      ["1", "24 Nov 2026, 01:30", "Soria Plus", "Spent", "-300", "934", ""],
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
    respond("/api/users/me/history", list([item, wrong, { ...item, id: 3 }], 1, 3, 23));
    const page = mainOf(await browser.open("/my-page/history?currencyType=soria"));
    const rows = rowsOf(page).map((row) => words(row.join(" ")));
    expect(rows.map((row) => row.split(" ")[0])).toEqual(["23", "22", "21"]);
    expect(rows[1]).toContain("This entry can’t be shown.");
    expect(rows[0]).not.toContain("This entry");
  });

  it("counts the rows of page two down from total minus page size [A085.1 A346.1 A346.2]", async () => {
    const { browser } = await memberOf();
    respond("/api/users/me/history", list([item, { ...item, id: 2 }], 2, 3, 23));
    const shown = await browser.open("/my-page/history?page=2&size=10");
    const page = mainOf(shown);
    expect(rowsOf(page).map(([number]) => number)).toEqual(["13", "12"]);
    expect(currentOf(shown)).toEqual(["2"]);
    const pages = links(page).flatMap((to) => /[?&]page=(\d+)/.exec(to)?.[1] ?? []);
    expect(Math.max(...pages.map(Number))).toBe(3);
  });

  it("offers three durations and five page sizes, and ten for any other [A087.1 A345.1 A345.2]", async () => {
    const { browser } = await memberOf({ history: 30 });
    const received = receive();
    const page = await browser.open("/my-page/history");
    const labels = (mainOf(page).match(/<label>[\s\S]*?<\/label>/g) ?? []).filter((label) =>
      label.includes('name="duration"'),
    );
    expect(labels.map((label) => [tags(label, "input")[0]?.["value"], words(label)])).toEqual([
      ["DAY", "Today"],
      ["WEEK", "1 week"],
      ["MONTH", "1 month"],
    ]);
    const choice = { type: "radio", disabled: undefined };
    expect(choicesOf(page, "duration").map(({ type, disabled }) => ({ type, disabled }))).toEqual([
      ...[choice, choice, choice],
    ]);
    const [offered = ""] = /<nav\b[^>]*aria-labelledby="sizes"[\s\S]*?<\/nav>/.exec(mainOf(page)) ?? [];
    expect(words(offered)).toBe("Rows 10 20 30 40 50");
    expect(links(offered).map((to) => new URLSearchParams(to.split(/[?#]/)[1]).get("size"))).toEqual(
      "10 20 30 40 50".split(" "),
    );
    for (const size of ["15", "1000", "x", "0"]) {
      received.length = 0;
      await browser.open(`/my-page/history?size=${size}`);
      const asked = queriesOf(received).map((query) => query["size"]);
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
    const received = receive();
    const day = (ago: number) =>
      new Date(Date.now() + 9 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
    await browser.open("/my-page/history");
    const first = { transactionType: "ALL", from: day(7), to: day(0), page: "1", size: "10" };
    expect(queriesOf(received)[0]).toEqual({ currencyType: "soria", ...first });
    received.length = 0;
    const shown = `soria REDEEM MONTH ${day(30)} ${day(0)} 50`;
    await browser.open(`/my-page/history?${new URLSearchParams({ shown, currencyType: "point" })}`);
    expect(queriesOf(received)[0]).toEqual({ currencyType: "point", ...first });
  });

  it("tells its rows apart by sign and by class, not by colour alone [A348.1]", async () => {
    const { browser } = await memberOf();
    const types = ["REDEEM", "REWARD", "RECHARGE"];
    respond("/api/users/me/history", list(types.map((type, id) => ({ ...item, id, type }))));
    const page = mainOf(await browser.open("/my-page/history?currencyType=soria-plus"));
    const changes = [...page.matchAll(/<td\b[^>]*class="([^"]*)\bbig\b([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)];
    expect(changes.map(([, , color, text = ""]) => [color?.trim(), words(text)])).toEqual([
      ["minus", "-300"],
      ["plus", "+300"],
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
  const respondOrders = (content: object[], totalItem = content.length) => {
    const pagination = { currentPage: 1, totalPage: Math.ceil(totalItem / 10), totalItem };
    respond("/order-service/v1/users/orders", { content, pagination });
  };

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
