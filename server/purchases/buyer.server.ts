import { orderTokens } from "#server/session/order-token.server";
import type { Session } from "#server/session/session.server";
import type { TokenSource } from "#server/api/token-source";
import { ownerOfSession } from "./ledger.server";

/** Whose purchases are at hand, and with whose tokens they are asked about. */
export interface Buyer {
  /** The name of the member's ledger. */
  owner: string;
  tokens: TokenSource;
  /** For the order service; undefined when there is no valid token for it. */
  orderTokens: () => Promise<TokenSource | undefined>;
}

export function buyerOf(session: Session): Buyer {
  return { owner: ownerOfSession(session), tokens: session, orderTokens: () => orderTokens(session) };
}
