import { expect, it } from "vitest";
import type { PurchaseSummary } from "~/domain/purchase-summary";
import { translator } from "~/i18n/i18n.server";
import { purchaseRow, purchasesHead } from "~/routes/my-page/purchases-csv/route";

const t = translator("en");
const purchase: PurchaseSummary = {
  key: "a-key-of-a-purchase-00",
  kind: "balance",
  state: "captured",
  objectId: 5,
  name: '=HYPERLINK("http://evil.example","x")',
  quantity: 2,
  amount: 123_405,
  currency: "SORIA",
  createdAt: "2026-11-20T14:59:00Z",
  transactionId: "PUR-20261120-1",
};

it("names its columns, the currency behind each of the two amounts", () => {
  expect(purchasesHead(t)).toBe(
    "\uFEFFDate and time (JST),Item,Quantity,Amount,Currency,Amount charged,Currency,Order number,Transaction number,Status\r\n",
  );
});

it("writes what was taken at its own time, and takes no formula from a name", () => {
  const taken = { amount: 123_405, currency: "SORIA", at: "2026-11-20T15:00:00Z" } as const;
  expect(purchaseRow({ ...purchase, taken, orderNumber: "ORDER-1" }, t)).toBe(
    '2026-11-21 00:00:00,"\'=HYPERLINK(""http://evil.example"",""x"")",2,1234.05,Soria,1234.05,Soria,ORDER-1,PUR-20261120-1,This purchase is complete\r\n',
  );
});

it("leaves empty what nobody has said to be taken", () => {
  expect(purchaseRow({ ...purchase, name: "Bell", transactionId: undefined }, t)).toBe(
    "2026-11-20 23:59:00,Bell,2,1234.05,Soria,,,,,This purchase is complete\r\n",
  );
});

it("shows another amount and currency than the confirmed ones as such", () => {
  const taken = { amount: 90_000, currency: "POINT", at: "2026-11-20T15:00:00Z" } as const;
  expect(purchaseRow({ ...purchase, name: "Bell", taken }, t)).toContain(
    ",1234.05,Soria,900.00,points,,PUR-20261120-1,You were charged a different amount\r\n",
  );
});
