/** The products of the store, one product and its checkout, without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { texts } from "../../kit/data/texts";
import { choicesOf, controls, currentOf, links, mainOf, memberOf, tags, useSite, words } from "./site";
import { respond } from "./mocked-data";

useSite();

describe("the store", () => {
  const object = {
    id: 5,
    name: "Paper kit",
    sale_amount: 123456,
    payment_type: "USD",
    objectImages: [{ url: "http://api.test/art/a.svg" }],
  };
  const list = (items: object[]) => ({ page: 1, total_pages: 1, items });

  it("shows each object with picture, name, price and the way to buy it; /store leads there [A027.1 A028.1 A060.1 A060.2 A060.3 A060.4 A091.1 A091.3 A092.1]", async () => {
    const { browser } = await memberOf();
    const objectImages = [{ url: "http://api.test/art/b.svg" }];
    const other = { id: 6, name: "Ink", sale_amount: 70000, payment_type: "SORIA", objectImages };
    // A currency that is not known has no place in the store.
    const odd = { ...object, id: 7, name: "Bartered", payment_type: "BARTER" };
    respond("/api/store/products", list([object, odd, other]));
    const shown = await browser.open("/store");
    expect(shown.path).toBe("/store/products");
    const page = mainOf(shown);
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
    const noAddress = { ...odd, id: 6, objectImages: [{ url: "javascript:alert(1)" }] };
    respond("/api/store/products", list([odd, noAddress]));
    respond("/api/store/products/5", odd);
    const page = mainOf(await browser.open("/store/products"));

    // The frame reserves the space of the missing image.
    expect(page.match(/<div class="good__picture"><\/div>/g)).toHaveLength(2);
    expect(page).not.toMatch(/\/art\/a\.svg|javascript:alert/);
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

  it.each(languages)("gives every price in the list its suffix in %s [A011.3 A060.3 A354.2]", async (lng) => {
    const { browser } = await memberOf({}, lng);
    const points = { ja: "ポイント", en: "points", ko: "포인트", zh: "积分" }[lng];
    const types = { SORIA: "Soria", SORIA_PLUS: "Soria Plus", POINT: points, USD: "USD", SGD: "SGD" };
    respond(
      "/api/store/products",
      list(Object.keys(types).map((payment_type, id) => ({ ...object, id, payment_type }))),
    );
    const page = mainOf(await browser.open("/store/products"));
    const suffixes = [...words(page).matchAll(/1,234 ?\.56 (Soria Plus|\S+)/g)].map(([, suffix]) => suffix);
    expect(suffixes).toEqual(Object.values(types));
  });

  it("asks the API for ten objects, and leads to the other pages; each has its picture [A060.1 A060.5 A093.1 A352.1]", async () => {
    const { browser } = await memberOf();
    const pictures = Array.from({ length: 10 }, (_, id) => `http://api.test/art/${id}.svg`);
    const items = pictures.map((url, id) => ({ ...object, id, objectImages: [{ url }] }));
    const asked = respond("/api/store/products", { page: 1, total_pages: 3, items });
    const page = await browser.open("/store/products");
    const shown = tags(mainOf(page), "img").map(({ src = "" }) => src);
    expect(shown.filter((src) => src.startsWith("http"))).toEqual(pictures);
    expect(links(mainOf(page))).toContain("/store/products?page=3");
    expect(links(mainOf(page))).not.toContain("/store/products?page=4");
    expect(currentOf(await browser.open("/store/products?page=2"))).toEqual(["2"]);
    const queries = asked.map((query) => Object.fromEntries(query));
    expect(queries).toEqual(["1", "2"].map((number) => ({ scope: "WEB", page: number, size: "10" })));
  });

  it("shows name, unit price, a stepper that starts at one, total and the three choices [A029.1 A063.1 A063.2 A063.3 A063.4 A064.1 A064.2 A065.1 A065.2 A065.3 A095.1 A151.1]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products/5", { ...object, sale_amount: 2400 });
    const page = await browser.open("/store/products/5");
    const said = words(page).replaceAll(" .", ".");
    expect(said).toMatch(/Paper kit .*Unit price 24\.00 USD.*Total 24\.00 USD/);
    expect(choicesOf(page, "quantity")).toMatchObject([{ value: "1" }]);
    // Nothing of a card.
    const named = tags(mainOf(page), "input").filter(({ type }) => type !== "hidden");
    expect(new Set(named.map(({ name }) => name))).toEqual(new Set(["quantity", "paymentType", "confirm"]));
    const methods = choicesOf(page, "paymentType");
    expect(methods.map((method) => [method["type"], "disabled" in method, "checked" in method])).toEqual([
      ["radio", false, false],
      ["radio", true, false],
    ]);
    expect(methods.map(({ value }) => value)).toEqual(["STRIPE", "PAYPAL"]);
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

  it("says beside the methods and beside the box what is missing there [A189.1 A189.2]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products/5", object);
    const fields = { intent: "buy", quantity: "1", paymentType: "", confirm: "" };
    const shown = await browser.send(await browser.open("/store/products/5"), "buy", fields);
    const t = texts("en", "store");
    const [methods = ""] = /name="paymentType"[\s\S]*?<\/fieldset>/.exec(mainOf(shown)) ?? [];
    expect(words(methods)).toContain(t("errors.method"));
    const [box = ""] = /name="confirm"[\s\S]*?<\/div>/.exec(mainOf(shown)) ?? [];
    expect(words(box)).toContain(t("errors.confirm"));
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

  it("asks at the checkout for customer, receiver and method, and sums up the item [A095.1 A098.1 A098.2 A098.3 A098.4 A098.5]", async () => {
    const { browser } = await memberOf();
    respond("/api/store/products/5", { ...object, sale_amount: 2400 });
    const page = await browser.open("/store/products/5/checkout?quantity=2");
    const [form = ""] = /<form\b[^>]*id="checkout"[\s\S]*?<\/form>/.exec(mainOf(page)) ?? [];
    const first = ["customerName", "customerPhone", "customerEmail", "shippingName", "shippingPhone"];
    const all = [...first, "postalCode", "address", "detailedAddress", "paymentMethod"];
    expect([...new Set(controls(form).map(({ name }) => name))]).toEqual([...all, "thirdParty", "process"]);
    const methods = controls(form).filter(({ name }) => name === "paymentMethod");
    expect(methods.map((one) => [one["type"], one["value"], "disabled" in one])).toEqual([
      ["radio", "STRIPE", false],
      ["radio", "PAYPAL", true],
    ]);
    const [ticket = ""] = /<form\b[^>]*class="ticket"[\s\S]*?<\/form>/.exec(mainOf(page)) ?? [];
    const said = words(ticket).replaceAll(" .", ".");
    expect(said).toMatch(/^Paper kit 24\.00 USD US dollars Quantity .*Total 48\.00 USD/);
    expect(choicesOf(page, "quantity")).toMatchObject([{ value: "2" }]);
  });

  it.each([
    ["en", "Name|Phone|E-mail|Recipient’s name|Recipient’s phone|Postal code|Address|Building, room"],
    [
      "ja",
      "お名前|電話番号|メールアドレス|お届け先のお名前|お届け先の電話番号|郵便番号|住所|建物名・部屋番号",
    ],
    ["ko", "이름|전화번호|이메일|받는 분 이름|받는 분 전화번호|우편번호|주소|상세 주소(건물, 호수)"],
    ["zh", "姓名|电话|邮箱|收货人姓名|收货人电话|邮政编码|地址|详细地址（楼栋、房间）"],
  ])("names each field of the checkout in %s: %s [A098.1 A098.2 A098.3]", async (lng, said) => {
    const { browser } = await memberOf({}, lng);
    respond("/api/store/products/5", object);
    const page = mainOf(await browser.open("/store/products/5/checkout"));
    const fields = controls(/<form\b[^>]*id="checkout"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "").slice(0, 8);
    const labels = fields.map(({ id }) => new RegExp(`<label for="${id}">(.*?)</label>`).exec(page)?.[1]);
    expect(labels.map((label = "") => words(label)).join("|")).toBe(said);
  });
});
