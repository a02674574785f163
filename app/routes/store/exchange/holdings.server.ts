import { sampleHoldings } from "~/domain/exchange-rules";
import type { Session } from "#server/session/session.server";

/** What the member holds; the specification's sample for a member with neither soria nor soria-plus. */
export function holdingsOf({ user }: Session): { soria: number; soriaPlus: number; isSample: boolean } {
  const soria = user?.soriaAmount ?? 0;
  const soriaPlus = user?.soriaPlusAmount ?? 0;
  return soria > 0 || soriaPlus > 0
    ? { soria, soriaPlus, isSample: false }
    : { ...sampleHoldings, isSample: true };
}
