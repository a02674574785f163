/**
 * The response of each call that takes or reserves money is lost, with and without scripts, in two languages. The next
 * page reports what is known, and the first page after the reconciliation reports the result. The checked messages are
 * those of the rendered pages.
 */
import { beforeAll, expect, it, vi } from "vitest";
import { dynamicKey } from "~/i18n/dynamic";
import { translator } from "~/i18n/i18n.server";
import { log } from "#server/observe/log.server";
import { reconcileDue } from "#server/purchases/round.server";
import { timing } from "#server/purchases/timing.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import type { MadeMember } from "#server/sandbox/switches/members";
import { booksOf } from "#server/sandbox/switches/books";
import { faults, sandbox } from "../mocks/server";
import { formIn, type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { filledCheckout } from "./form-cases";
import { enter } from "./form-site";
import { chargeCard, itemIn } from "./store-support";

const site = withSite(["account", "my-page", "store", "support", "site/home"]);
let items: { soria: number; usd: number };

beforeAll(async () => {
  items = { soria: await itemIn("SORIA"), usd: await itemIn("USD") };
});

interface Shopping {
  browser: SiteBrowser;
  member: MadeMember;
  lng: "ja" | "en" | "ko" | "zh";
}

/** The call takes effect, but its response is lost for as long as the fault lasts. */
const lost = (member: MadeMember, path: string) => ({
  path,
  method: "POST",
  mode: "close" as const,
  after: true,
  member: member.id,
});

const lose = async ({ member }: Shopping, ...paths: string[]) =>
  faults(...paths.map((path) => lost(member, path)));

/** Also fails the list of purchases and the history, so that the page cannot find out the result. */
const loseHistory = async ({ member }: Shopping, path: string) =>
  faults(
    lost(member, path),
    { path: "/api/users/me/history", status: 500, member: member.id },
    { path: "/api/users/me/purchases", status: 500, member: member.id },
  );

const buyFrom = async ({ browser }: Shopping, id: number, paymentType: string, script: string) => {
  const page = await browser.open(`/store/products/${id}`);
  return browser.send(page, "buy", { intent: "buy", quantity: "1", paymentType, confirm: "on", script });
};

async function confirmOrder({ browser }: Shopping, script: string): Promise<Shown> {
  const page = await browser.open(`/store/products/${items.usd}/checkout`);
  const confirmation = await browser.send(page, "checkout", filledCheckout);
  return browser.send(confirmation, "confirm-order", { script });
}

interface Payment {
  key: string;
  clientSecret: string;
}

/** Pays by card, which requires scripts. Afterwards the shopper's own browser opens the same purchase. */
async function pay(shopping: Shopping, opened: () => Promise<Shown>): Promise<string> {
  const withScripts = new SiteBrowser(site, true, shopping.lng);
  await enter(withScripts, shopping.member);
  const own = shopping.browser;
  shopping.browser = withScripts;
  const { payment } = (await opened()).data as { payment: Payment };
  shopping.browser = own;
  await withScripts.fetch("/store/products/complete/begin", { purchase: payment.key });
  await chargeCard(payment);
  return `/store/products/complete?purchase=${payment.key}`;
}

interface Case {
  call: string;
  /** Makes the purchase while its response is lost, and returns the page that the member sees. */
  act: (shopping: Shopping) => Promise<Shown>;
  /** Text keys of store.json: the message of that page, and the message after the reconciliation. */
  says: string;
  /** The text of My purchases in the meantime, if it differs. */
  listed?: string;
  ends: string | undefined;
  /** Number of captured transactions in the sandbox at the end. */
  taken: number;
  modes?: boolean[];
}

const cases: Case[] = [
  {
    call: "the purchase from a balance",
    async act(shopping) {
      await loseHistory(shopping, "/api/store/products/purchase");
      return buyFrom(shopping, items.soria, "BALANCE", "");
    },
    says: "complete.status.balanceUnknown.title",
    ends: "outcome.captured",
    taken: 1,
  },
  {
    call: "the intent of a card",
    async act(shopping) {
      await lose(shopping, "/api/store/products/purchase");
      return buyFrom(shopping, items.usd, "STRIPE", "ready");
    },
    // The client secret was lost with the response, so this intent can never be paid.
    says: "errors.notCreated",
    ends: undefined,
    taken: 0,
    // Without scripts no card can be entered, so no call is made.
    modes: [true],
  },
  {
    call: "the capture",
    async act(shopping) {
      const at = await pay(shopping, () => buyFrom(shopping, items.usd, "STRIPE", "ready"));
      await lose(shopping, "/api/store/order/capture");
      return shopping.browser.open(at);
    },
    // As specified: with a link to the inquiry form, which is filled in.
    says: "done.interrupted",
    listed: "complete.status.interrupted.title",
    ends: "outcome.captured",
    taken: 1,
  },
  {
    call: "the order with delivery",
    async act(shopping) {
      await lose(shopping, "/order-service/v1/users/orders");
      return confirmOrder(shopping, shopping.browser.scripts ? "ready" : "");
    },
    // The next submission repeats the call with the same key. Nothing was charged or ordered.
    says: "confirmOrder.failed",
    ends: undefined,
    taken: 0,
  },
  {
    call: "the order's confirmation",
    async act(shopping) {
      const at = await pay(shopping, () => confirmOrder(shopping, "ready"));
      await lose(shopping, "/order-service/v1/users/orders/confirm");
      return shopping.browser.open(at);
    },
    says: "complete.status.confirming.title",
    ends: "outcome.ordered",
    taken: 1,
  },
];

const cells = cases.flatMap(({ modes = [true, false], ...one }) =>
  modes.flatMap((scripts) =>
    (["ja", scripts ? "en" : "ko"] as const).map((lng) => ({
      ...one,
      lng,
      scripts,
      mode: scripts ? "with scripts" : "without",
    })),
  ),
);

it.each(cells)("$call, $mode, $lng", async ({ act, says, listed = says, ends, taken, scripts, lng }) => {
  const member = await (await sandbox()).make({ balances: { soria: 1_000_000 } });
  const shopping: Shopping = { browser: new SiteBrowser(site, scripts, lng), member, lng };
  await enter(shopping.browser, member);
  const t = translator(lng);
  /** Returns the longest part of a text between its placeholders: in most languages it starts with the item's name. */
  const words = (key: string) =>
    dynamicKey(t, `store:${key}`, { name: "§", quantity: "§" })
      .split("§")
      .reduce((longest, each) => (each.length > longest.length ? each : longest));

  const shown = await act(shopping);
  if (shown.data) expect(JSON.stringify(shown.data)).toContain(`store:${says}`);
  else expect(wordsOf(shown.html)).toContain(words(says));
  // No other page reports success either.
  const mine = await shopping.browser.open("/my-page/ecommerce-history");
  if (ends) expect(wordsOf(mine.html)).toContain(words(listed));
  expect(wordsOf(mine.html)).not.toContain(words(ends ?? "outcome.captured"));

  await faults();
  // The member is inactive while the background reconciliation runs.
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + 60_000);
  await reconcileDue();
  const next = await shopping.browser.open("/");
  const { transactions } = await booksOf((await sandbox()).services, member.id);
  expect(transactions.filter(({ status }) => status === "CAPTURED")).toHaveLength(taken);
  if (!ends) return expect(wordsOf(next.html)).not.toContain(words("outcome.captured"));
  expect(wordsOf(next.html)).toContain(words(ends));
  const after = await shopping.browser.open("/my-page/ecommerce-history");
  expect(wordsOf(after.html)).toContain(words("complete.status.done.title"));
  return undefined;
});

it("a look that fails by a fault of ours ends no watch: the next round looks again", async () => {
  const member = await (await sandbox()).make({ balances: { soria: 1_000_000 } });
  const shopping: Shopping = { browser: new SiteBrowser(site, false, "en"), member, lng: "en" };
  await enter(shopping.browser, member);
  await loseHistory(shopping, "/api/store/products/purchase");
  await buyFrom(shopping, items.soria, "BALANCE", "");
  await faults();

  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + 60_000);
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const look = vi.spyOn(TokensOfRecord, "of").mockRejectedValue(new TypeError("a fault of ours"));
  await reconcileDue();
  expect(warn).toHaveBeenCalledWith(
    { reason: "TypeError: a fault of ours" },
    "a member's purchases could not be looked after in the background",
  );
  const watched = look.mock.calls.map(([session]) => session);
  expect(watched.length).toBeGreaterThan(0);
  look.mockClear();
  // Not before the next round.
  await reconcileDue();
  expect(look).not.toHaveBeenCalled();
  look.mockRestore();
  clock.mockImplementation(() => now + 60_000 + timing.round);
  const again = vi.spyOn(TokensOfRecord, "of");
  await reconcileDue();
  expect(again.mock.calls.map(([session]) => session)).toEqual(expect.arrayContaining(watched));
  expect(wordsOf((await shopping.browser.open("/")).html)).toContain("is complete.");
});

it("sends a page for a form that says, without scripts, that its script was ready", async () => {
  const member = await (await sandbox()).make();
  const shopping: Shopping = { browser: new SiteBrowser(site, false), member, lng: "en" };
  await enter(shopping.browser, member);
  for (const sent of [
    await buyFrom(shopping, items.usd, "STRIPE", "ready"),
    await confirmOrder(shopping, "ready"),
  ])
    expect([sent.status, sent.html.includes("</html>")]).toEqual([200, true]);
});

it("has the purchase's form on the page of each open one, so that the member can look again", async () => {
  const member = await (await sandbox()).make({ balances: { soria: 1_000_000 } });
  const shopping: Shopping = { browser: new SiteBrowser(site, false), member, lng: "ja" };
  await enter(shopping.browser, member);
  await loseHistory(shopping, "/api/store/products/purchase");
  const page = await buyFrom(shopping, items.soria, "BALANCE", "");
  expect(formIn(page.html, "purchase").hidden.map(([name]) => name)).toContain("purchase");
  await faults();
  const again = await shopping.browser.send(page, "purchase", { intent: "check" });
  expect(wordsOf(again.html)).toContain(translator("ja")("store:complete.status.done.title"));
});
