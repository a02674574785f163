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
 * For a link's `prefetch`: fetched while it is pointed at, but neither without a connection, when a script that does
 * not come would be asked for again and again (lost-scripts.ts), nor for who saves data.
 */
export function usePrefetch(): "intent" | "none" {
  const isReached = useSyncExternalStore(
    subscribe,
    () => navigator.onLine && connection.state() === "good" && !savesData(),
    () => true,
  );
  return isReached ? "intent" : "none";
}
