import { afterAll, expect, it, vi } from "vitest";
import type { StoreData } from "~/components/payment/open-payments";
import { paths } from "~/domain/paths";
import { markup } from "./markup";

// Resets modules so that no other test file sees the mock.
let data: StoreData;
vi.resetModules();
vi.doMock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  Link: ({ to }: { to: string }) => <a href={to}>{to}</a>,
  useLocation: () => ({ pathname: "/store/products" }),
  useRouteLoaderData: () => data,
}));
const { OpenPayments } = await import("~/components/payment/open-payments");
afterAll(() => {
  vi.doUnmock("@remix-run/react");
  vi.resetModules();
});

const purchase = (number: number) =>
  ({
    key: `k${number}`,
    kind: "card",
    state: "unclear",
    objectId: number,
    name: `item ${number}`,
    quantity: 1,
    amount: 2400,
    currency: "USD",
    createdAt: "2026-11-26T00:00:00Z",
    mayBePaid: true,
  }) as StoreData["open"][number];

it.each([
  { open: 3, notes: 3, leads: false },
  { open: 4, notes: 3, leads: true },
  { open: 50, notes: 3, leads: true },
])("a store page with $open unfinished purchases shows $notes of them", ({ open, notes, leads }) => {
  data = { ledger: "readable", open: Array.from({ length: open }, (_, number) => purchase(number)) };
  const html = markup(<OpenPayments />);
  expect(html.match(/item \d+/g)).toHaveLength(notes);
  expect(html.includes(`href="${paths.myPage.ecommerceHistory()}"`)).toBe(leads);
});
