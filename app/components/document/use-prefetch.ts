import { useSyncExternalStore } from "react";
import { connection } from "./connection";
import { savesData } from "./saves-data";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  const end = connection.subscribe(listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
    end();
  };
}

/**
 * React hook that returns a link's `prefetch`: on intent, but not while the site is unreachable, when a missing script
 * would be requested again and again (lost-scripts.ts), and not for visitors who save data.
 */
export function usePrefetch(): "intent" | "none" {
  const isReached = useSyncExternalStore(
    subscribe,
    () => navigator.onLine && connection.state() === "good" && !savesData(),
    () => true,
  );
  return isReached ? "intent" : "none";
}
