import type { Session } from "#server/session/session.server";
import { type IslandFacts, type IslandPiece, piecesOf } from "./svg.server";

/** Pieces that come of orders; the others come of the account's age and its passes. */
const isOfOrders = (piece: IslandPiece) => /^(?:light-|jetty$|stall$)/.test(piece);

/**
 * The pieces of the island that came since this session last showed it; none the first time. The session remembers what
 * it has shown, and of which facts: what an API tells only now need not be new, and what it does not tell has not gone.
 */
export async function arrivedOn(session: Session, facts: IslandFacts): Promise<IslandPiece[]> {
  const pieces = piecesOf(facts);
  const shown = session.data.island ?? [];
  const arrived = pieces.filter(
    (piece) => !shown.includes(piece) && shown.includes(isOfOrders(piece) ? "orders" : "age"),
  );
  const known = new Set<string>([...shown, ...pieces]);
  if (facts.orders !== undefined) known.add("orders");
  if (facts.ageDays !== undefined) known.add("age");
  if (known.size > shown.length) {
    await session.update((draft) => {
      draft.island = [...known];
    });
  }
  return arrived;
}
