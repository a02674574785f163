import type { PassType } from "~/domain/dao";
import { passTypes } from "~/domain/dao";
import { listOrders } from "#server/api/orders.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import * as clock from "#server/runtime/clock.server";
import { orderTokens } from "#server/session/token-sources.server";
import type { Session } from "#server/session/session.server";
import type { IslandFacts } from "./svg.server";
import { memberOf } from "#server/member/member.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long My page waits for the number of orders, which only the drawing needs, in ms. */
const ORDERS_MS = 1_000;

/**
 * How long the session keeps the number of orders, in ms, because every tab of My page draws the island. While a
 * purchase is under way the number is read for each page; `expectPurchases` removes an older one.
 */
const ORDERS_AGE_MS = 60_000;

/**
 * Reads the inputs of the member's island: days since the account was opened, number of orders, passes in the wallet,
 * votes that the session knows of.
 * What an API does not state is undefined (passes: an empty list), and the island is drawn without it.
 */
export async function islandFactsOf(session: Session, now = clock.now()): Promise<IslandFacts> {
  const [{ user, profile }, orders] = await Promise.all([
    memberOf(session),
    orUndefinedAfter(countOrders(session, now), ORDERS_MS),
  ]);
  const opened = profile?.createdAt === undefined ? Number.NaN : Date.parse(profile.createdAt);
  const held = new Set(profile?.wallet?.nfts.map(({ type }) => type));
  return {
    seed: String(user.id),
    ageDays: Number.isNaN(opened) ? undefined : Math.max(0, Math.floor((now - opened) / DAY_MS)),
    orders,
    votes: session.data.votes?.length,
    passes: passTypes.filter((pass): pass is PassType => held.has(pass)),
  };
}

async function countOrders(session: Session, now: number): Promise<number | undefined> {
  const { orderCount: kept, hasPurchases = false } = session.data;
  if (kept && !hasPurchases && Math.abs(now - kept.at) < ORDERS_AGE_MS) return kept.count;
  const tokens = await orderTokens(session);
  if (!tokens) return undefined;
  const { pagination } = await listOrders(tokens, { page: 1, size: 1 });
  const count = pagination.totalItem;
  if (!hasPurchases) await session.update((draft) => void (draft.orderCount = { count, at: now }));
  return count;
}
