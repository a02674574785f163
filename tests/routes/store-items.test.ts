import { describe, expect, it, vi } from "vitest";
import { loader as storeLoader } from "~/routes/store/index/route";
import { loader as productLoader } from "~/routes/store/product/route";
import { loader as storeLayoutLoader } from "~/routes/store/layout/route";
import { loader as productsLoader } from "~/routes/store/products/route";
import { sessionStore } from "#server/store/stores.server";
import { faults, sandbox } from "../mocks/server";
import { card, Shopper, soria, useItems } from "./store-support";

useItems();

describe("/store", () => {
  it("leads members to the list, and others to sign in [A027.1 A027.2]", async () => {
    const shopper = await Shopper.come();
    const response = await shopper.load(storeLoader, "/store");
    expect([response.status, response.headers.get("location")]).toEqual([302, "/store/products"]);
    expect(response.headers.get("X-Remix-Replace")).toBe("true");
    shopper.browser.cookies.clear();
    expect((await shopper.load(storeLoader, "/store")).headers.get("location")).toBe(
      "/sign-in?redirectTo=%2Fstore",
    );
  });
});

describe("the list", () => {
  interface List {
    page: number;
    totalPages: number;
    items: { name: string; amount: number | null; image?: string }[];
  }
  const list = async (query = "", shopper?: Shopper) =>
    (await (
      await (shopper ?? (await Shopper.come())).load(productsLoader, `/store/products${query}`)
    ).json()) as List;

  it("asks the store for the member's purchases once", async () => {
    const shopper = await Shopper.come();
    // The first page after a sign-in updates the ledger from the API's list.
    await shopper.load(storeLayoutLoader, "/store/products");
    const get = vi.spyOn(sessionStore(), "get");
    await shopper.load(storeLayoutLoader, "/store/products");
    expect(get.mock.calls.filter(([key]) => key.startsWith("purchases:"))).toHaveLength(1);
  });

  it("is searched by name and story, in any width and kana, with pages of its own", async () => {
    const shopper = await Shopper.come();
    const names = async (keyword: string) =>
      (await list(`?keyword=${encodeURIComponent(keyword)}`, shopper)).items.map(({ name }) => name);
    expect(await names("凧")).toContain("夕焼けの凧");
    expect(await names("ソリア")).toEqual([]);
    expect(await names("ｓｏｒｉａ ５，０００")).toEqual(["Soria 5,000"]);
    expect(await names("おるごーる")).toEqual(["大樹のオルゴール"]);
    // The name Akari occurs only in this item's story.
    expect(await names("アカリ")).toEqual(["小さな灯台"]);
    const all = await list("?keyword=の&page=2", shopper);
    expect(all.page).toBe(2);
    expect(all.totalPages).toBeGreaterThan(1);
  });
});

describe("the item page", () => {
  it("offers a card for USD, the balance for soria", async () => {
    const shopper = await Shopper.come({ balances: { soria: 500 } });
    const load = async (id: number) =>
      (await shopper.load(productLoader, `/store/products/${id}`, { id: `${id}` })).json();
    expect(await load(card)).toMatchObject({ balance: null });
    expect(await load(soria)).toMatchObject({ balance: 500, card: null });
  });

  it("has the API's story, and is whole when the API brings none", async () => {
    const shopper = await Shopper.come();
    const load = async () =>
      (await shopper.load(productLoader, `/store/products/${card}`, { id: `${card}` })).json() as Promise<{
        item: { name: string; story: string };
      }>;
    const { item } = await load();
    expect(item.story.length).toBeGreaterThan(20);
    const { story: _, ...body } = {
      id: card,
      sale_amount: 100,
      payment_type: "USD",
      objectImages: [],
      ...item,
    };
    await faults({
      path: `/api/store/products/${card}`,
      status: 200,
      body: { result: 1, message: "", data: body },
      member: shopper.member.id,
    });
    expect((await load()).item).toMatchObject({ name: item.name, story: "" });
  });

  it("reads a balance again that is too small, before it says so", async () => {
    const shopper = await Shopper.come({ balances: { soria: 1 } });
    const load = async () =>
      (await shopper.load(productLoader, `/store/products/${soria}`, { id: `${soria}` })).json();
    expect(await load()).toMatchObject({ balance: 1 });
    const { services } = await sandbox();
    await services.db.run("UPDATE members SET soria = 900 WHERE id = ?", [shopper.member.id]);
    expect(await load()).toMatchObject({ balance: 900 });
  });
});
