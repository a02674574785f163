import { sampleHoldings } from "~/domain/exchange-rules";
import type { Session } from "#server/session/session.server";

/** Returns the member's balances, or the specification's sample if both are zero. */
export function holdingsOf({ user }: Session): { soria: number; soriaPlus: number; isSample: boolean } {
  const soria = user?.soriaAmount ?? 0;
  const soriaPlus = user?.soriaPlusAmount ?? 0;
  return soria > 0 || soriaPlus > 0
    ? { soria, soriaPlus, isSample: false }
    : { ...sampleHoldings, isSample: true };
}
