import { orderTokens } from "#server/session/order-token.server";
import type { Session } from "#server/session/session.server";
import type { TokenSource } from "#server/api/token-source";
import { ownerOfSession } from "./ledger.server";

/** A member's ledger, and the tokens for calls about it. */
export interface Buyer {
  /** Hash that names the member's ledger. */
  owner: string;
  tokens: TokenSource;
  /** Returns the token for the order service; undefined when none is valid. */
  orderTokens: () => Promise<TokenSource | undefined>;
}

export function buyerOf(session: Session): Buyer {
  return { owner: ownerOfSession(session), tokens: session, orderTokens: () => orderTokens(session) };
}
