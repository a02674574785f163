import type { Session } from "#server/session/session.server";
import { type IslandFacts, type IslandPiece, piecesOf } from "./svg.server";

/** Returns the input that a piece depends on; passes come with the account's age. */
function inputOf(piece: IslandPiece): "orders" | "votes" | "age" {
  if (piece.startsWith("vote-")) return "votes";
  return /^(?:light-|jetty$|stall$)/.test(piece) ? "orders" : "age";
}

/**
 * Returns the pieces that the island has gained since this session last showed it; none the first time.
 *
 * The session stores the pieces that it has shown, and which inputs were known ("orders", "votes", "age"). A piece
 * whose input was unknown before is not reported as new, and a piece stays stored while its input is unknown.
 */
export async function arrivedOn(session: Session, facts: IslandFacts): Promise<IslandPiece[]> {
  const pieces = piecesOf(facts);
  const shown = session.data.island ?? [];
  const arrived = pieces.filter((piece) => !shown.includes(piece) && shown.includes(inputOf(piece)));
  const known = new Set<string>([...shown, ...pieces]);
  if (facts.orders !== undefined) known.add("orders");
  if (facts.ageDays !== undefined) known.add("age");
  if (facts.votes !== undefined) known.add("votes");
  if (known.size > shown.length) {
    await session.update((draft) => {
      draft.island = [...known];
    });
  }
  return arrived;
}
