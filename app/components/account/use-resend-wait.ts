import { useEffect, useState } from "react";

/**
 * React hook that returns whether another code or mail may not be requested yet. Counts from the server's seconds, so
 * that the visitor's clock does not matter.
 *
 * @param sent a new object for each request
 */
export function useResendWait(sent: { againInSeconds: number } | null): boolean {
  const seconds = sent?.againInSeconds ?? 0;
  const [over, setOver] = useState<typeof sent>(null);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setOver(sent), seconds * 1000);
    return () => clearTimeout(timer);
  }, [sent, seconds]);
  return seconds > 0 && over !== sent;
}
