/** The journeys of a buyer, for every engine. */
import type { Visitor } from "./visitor";
import { dialog, main, signsIn, type Stage, store } from "./stage";

async function opensItem(visitor: Visitor, name: string): Promise<void> {
  await visitor.opens("/store/products");
  await visitor.press("link", store("list.buyNamed", { name }));
  await visitor.finds({ role: "heading", name });
}

export async function buysByBalance(stage: Stage): Promise<void> {
  const { visitor } = stage;
  const name = "空の灯籠（三つ組）";
  await signsIn(stage, { balances: { soria: 1_000 } });
  await opensItem(visitor, name);
  await visitor.press("radio", new RegExp(`^${store("item.balance")}`));
  await visitor.press("checkbox", store("item.confirm"));
  await visitor.press("button", store("item.buy"));
  await visitor.arrivesAt(/^\/store\/products\/complete/);
  await visitor.sees(store("done.title.thing", { name }));
}

export async function buysByCard(stage: Stage): Promise<void> {
  const { visitor } = stage;
  const name = "灯台の切り絵キット";
  await signsIn(stage);
  await opensItem(visitor, name);
  await visitor.press("radio", new RegExp(`^${store("item.card")}`));
  await visitor.press("checkbox", store("item.confirm"));
  await visitor.press("button", store("item.buy"));
  if (!visitor.scripts) return visitor.sees(store("item.needsScript"));
  await visitor.within({ role: "frame", inside: dialog }, async () => {
    await visitor.types(/^カード番号/, "4242 4242 4242 4242");
    await visitor.types(/^有効期限/, "1234");
    await visitor.types(/^セキュリティコード/, "123");
  });
  await visitor.press("button", /を支払う$/, dialog);
  await visitor.arrivesAt(/^\/store\/products\/complete/);
  await visitor.sees(store("done.title.thing", { name }));
}

/** Fills in an order with delivery and reaches its confirmation. The card dialog has its own journey. */
export async function orders(stage: Stage): Promise<void> {
  const { visitor } = stage;
  await signsIn(stage);
  await opensItem(visitor, "灯台の切り絵キット");
  await visitor.press("link", store("item.order"));
  await visitor.arrivesAt(/\/checkout$/);
  const fields = [
    ["customerPhone", "090 1234 5678"],
    ["shippingPhone", "+65 8123 4567"],
    ["postalCode", "1000001"],
    ["address", "1-1 Chiyoda"],
    ["detailedAddress", "3F"],
  ] as const;
  for (const [name, value] of fields)
    await visitor.types(new RegExp(`^${store(`checkout.${name}`)}`), value, main);
  await visitor.press("radio", new RegExp(`^${store("checkout.methodCard")}`));
  await visitor.press("checkbox", store("checkout.thirdParty"));
  await visitor.press("checkbox", store("checkout.process"));
  await visitor.press("button", store("checkout.submit"));
  await visitor.finds({ role: "heading", name: store("confirmOrder.title") });
  await visitor.sees("100-0001");
}
