import { instant } from "~/domain/instant";
import { type PassType, passTypes, type SuggestionSummary } from "~/domain/dao";
import { callApi } from "#server/api/api.server";
import { env } from "#server/config/env.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import * as clock from "#server/runtime/clock.server";
import { orderTokens } from "#server/session/token-sources.server";
import { ownerOfSession, readPurchases } from "#server/purchases/ledger.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import type { Session } from "#server/session/session.server";
import { MOST_LANTERNS } from "./counted.server";
import { type IslandFacts, type IslandPiece, piecesOf } from "./svg.server";
import { memberOf } from "#server/session/member.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long My page waits for the number of orders, which only the drawing needs, in ms. */
const ORDERS_MS = 1_000;

/** TTL of the number of orders in the session, in ms. While a purchase is under way each page reads it. */
const ORDERS_AGE_MS = 60_000;

/** Reads the inputs of the member's island. The island is drawn without those that no API states. */
export async function islandFactsOf(session: Session): Promise<IslandFacts> {
  const now = clock.now();
  const [{ user, profile }, bought, orders] = await Promise.all([
    memberOf(session),
    ifReadable(() => countBought(session)),
    orUndefinedAfter(countOrders(session, now), Math.max(ORDERS_MS, env().optionalPartMs)),
  ]);
  const opened = instant(profile?.createdAt ?? "");
  const held = new Set(profile?.wallet?.nfts.map(({ type }) => type));
  return {
    seed: String(user.id),
    ageDays: Number.isNaN(opened) ? undefined : Math.max(0, Math.floor((now - opened) / DAY_MS)),
    orders: orders === undefined ? undefined : orders + (bought ?? 0),
    votes: session.data.votes?.length,
    passes: passTypes.filter((pass): pass is PassType => held.has(pass)),
  };
}

/** Returns the number of purchases without a delivery, which the API's list of orders does not have. */
async function countBought(session: Session): Promise<number> {
  const purchases = await readPurchases(ownerOfSession(session));
  return purchases.filter(({ kind, state }) => kind !== "order" && state === "captured").length;
}

async function countOrders(session: Session, now: number): Promise<number | undefined> {
  const { orderCount: stored, hasPurchases = false } = session.data;
  if (stored && !hasPurchases && Math.abs(now - stored.at) < ORDERS_AGE_MS) return stored.count;
  const tokens = await orderTokens(session);
  if (!tokens) return undefined;
  const count = (await callApi("orders", { tokens, query: { page: 1, size: 1 } })).pagination.totalItem;
  if (!hasPurchases) await session.update((draft) => void (draft.orderCount = { count, at: now }));
  return count;
}

/**
 * Returns the input that a piece depends on; passes come with the account's age. Sessions of releases before 0.4.0 know
 * "orders", not "parcels", so that their first parcels are not new.
 */
function inputOf(piece: IslandPiece): "parcels" | "votes" | "age" {
  if (piece.startsWith("vote-")) return "votes";
  return /^(?:parcel-|jetty$|stall$)/.test(piece) ? "parcels" : "age";
}

/** Returns the pieces gained since this session last showed the island; none whose input was unknown then. */
export async function arrivedOn(session: Session, facts: IslandFacts): Promise<IslandPiece[]> {
  const pieces = piecesOf(facts);
  const shown = session.data.island ?? [];
  const arrived = pieces.filter((piece) => !shown.includes(piece) && shown.includes(inputOf(piece)));
  const { orders: parcels, ageDays: age, votes } = facts;
  const inputs = Object.entries({ parcels, age, votes }).filter(([, value]) => value !== undefined);
  const known = new Set<string>([...shown, ...pieces, ...inputs.map(([name]) => name)]);
  if (known.size > shown.length) await session.update((draft) => void (draft.island = [...known]));
  return arrived;
}

/**
 * Stores in the session which of the suggestions that a page of governance has just read the member has voted in. The
 * island shows a lantern for each (docs/decisions/0093-votes-are-lanterns.md). The first read of all votes (`isWhole`)
 * makes no lantern "new"; a single suggestion is ignored before it.
 */
export async function rememberVotes(
  session: Session,
  suggestions: readonly Pick<SuggestionSummary, "id" | "my_vote">[],
  { isWhole = false } = {},
): Promise<void> {
  const before = session.data.votes;
  if (!before && !isWhole) return;
  const voted = suggestions.filter(({ my_vote }) => my_vote !== undefined).map(({ id }) => id);
  const votes = [...new Set([...(before ?? []), ...voted])].slice(0, MOST_LANTERNS);
  if (before && votes.length === before.length) return;
  await session.update((draft) => {
    draft.votes = votes;
    if (!before) draft.island = [...(draft.island ?? []), "votes", ...votes.map((_, i) => `vote-${i + 1}`)];
  });
}
