import { PAGE_SIZE } from "~/domain/list";
import { outcomes, statusOf } from "~/domain/purchase-status";
import type { translator } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { callApi } from "#server/api/api.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { env } from "#server/config/env.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { isEnd } from "#server/purchases/machine.server";
import { ifReadable, summaryOf } from "#server/purchases/outcomes.server";
import { isShown, type Purchase } from "#server/purchases/purchase.server";
import { reconcile } from "#server/purchases/reconcile.server";
import { orderTokens } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";
import type { OrderListData } from "#server/wire/orders";
import { orderList } from "./order-list";

/**
 * Returns one page of the member's orders; a page outside the range becomes page 1 (docs/decisions/0002). Without a
 * valid token for the order service it makes no call and returns undefined.
 */
export async function loadOrders(
  session: Session,
  page: number,
  language: Language,
): Promise<OrderListData | undefined> {
  const tokens = await orderTokens(session);
  if (!tokens) return undefined;
  const { query, response } = await orderList.load(
    { page },
    (asked) => callApi("orders", { tokens, language, query: { ...asked, size: PAGE_SIZE } }),
    ({ pagination }) => pagination.totalPage,
  );
  return { ...response, pagination: { ...response.pagination, currentPage: query.page } };
}

/** Maximum number of ended purchases; history and orders show older ones. */
const MOST_ENDED = 20;

/** Maximum age of the API's list of purchases on this page, in ms. */
const BOOK_AGE_MS = 30_000;

/**
 * Reconciles the member's purchases and returns the open ones and the latest ended ones, with the texts of the list:
 * they are a few lines of `store`, which would be 6 kB of this page.
 */
export async function loadPurchases(session: Session, t: ReturnType<typeof translator>) {
  const record = await ifReadable(() => reconcile(session, { bookAgeMs: BOOK_AGE_MS }));
  const purchases = [...(record ?? [])].reverse();
  const listed = (purchase: Purchase) => {
    const summary = summaryOf(purchase);
    const status = statusOf(summary);
    const { money } = outcomes[status];
    return {
      ...summary,
      money,
      moneyText: t(`store:money.${money}`),
      statusText: t(`store:complete.status.${status}.title`),
    };
  };
  return {
    ledger: record ? ("readable" as const) : ("unreadable" as const),
    texts: {
      title: t("store:purchases.title"),
      lead: t("store:complete.lead"),
      noneOpen: t("store:purchases.noneOpen"),
      ended: t("store:purchases.ended"),
      look: t("store:open.link"),
      receipt: t("store:receipt.title"),
      number: t("store:receipt.number"),
      history: t("store:complete.history"),
      changed: t("store:complete.updated"),
      refunded: t("store:receipt.refunded"),
    },
    /** Unfinished purchases and those with an unknown outcome, newest first. */
    open: purchases.filter(isShown).map(listed),
    /** Ended purchases of the last 90 days, newest first. */
    ended: purchases
      .filter(({ state }) => isEnd(state))
      .slice(0, MOST_ENDED)
      .map(listed),
  };
}

/** Maximum number of store items to read for their images. */
const MOST_ITEMS = 100;

/** Maximum wait of an order list for its images, in ms. */
const PATIENCE_MS = 1_000;

/**
 * Returns the first image of each store item, for purchase and order lists, because the rows of both APIs have none. If
 * the store API fails or is late, the lists show empty frames.
 */
export async function itemPictures(session: Session, language: Language) {
  const products = callApi("products", {
    tokens: session,
    language,
    query: { scope: "WEB", page: 1, size: MOST_ITEMS },
  });
  const list = await orUndefinedAfter(products, Math.max(PATIENCE_MS, env().optionalPartMs));
  return (list?.items ?? []).flatMap(({ id, name, objectImages: [first] }) => {
    const image = first && safeAddress(first.url);
    return image === undefined ? [] : [{ id, name, image }];
  });
}
