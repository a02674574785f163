import { makeStore } from "./make-store";

/**
 * Reachability of the site: `offline` if the network is down and no request has failed yet, `gone` once a request has
 * failed, `foreign` if something else responds, such as a captive portal. Why:
 * docs/decisions/0035-checked-transport.md.
 */
type ConnectionState = "good" | "offline" | "gone" | "foreign";

export const connection = makeStore<ConnectionState>("good");

const RETRY_MS = 3_000;

/** Resolves when the browser is online again or after RETRY_MS; rejects when the signal aborts. */
export function retryDelay(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      removeEventListener("online", back);
      signal?.removeEventListener("abort", given);
      settle();
    };
    const back = end(resolve);
    const given = end(() => reject(new DOMException("Given up", "AbortError")));
    const timer = setTimeout(back, RETRY_MS);
    addEventListener("online", back);
    signal?.addEventListener("abort", given);
    if (signal?.aborted) given();
  });
}

/** Requests a small file of the site: "online" only means that there is a network, not that the site is reachable. */
async function reach(): Promise<ConnectionState> {
  try {
    const response = await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
    const isOurs = !response.redirected && response.headers.get("Content-Type")?.startsWith("image/svg");
    return isOurs ? "good" : "foreign";
  } catch (error) {
    if (error instanceof TypeError) return "gone";
    throw error;
  }
}

export async function whenReached(): Promise<void> {
  for (;;) {
    const next = await reach();
    connection.set(next);
    if (next === "good") return;
    await retryDelay();
  }
}

/**
 * Sets `offline` when the browser loses its network and the site does not respond either. A browser also reports
 * "offline" on a machine that still reaches the site, for example on loopback.
 */
export function watchNetwork(): void {
  addEventListener("offline", () => {
    void reach().then((next) => {
      if (next !== "gone" || connection.get() !== "good") return;
      connection.set("offline");
      // The network came back during the request, so no further event follows.
      if (navigator.onLine) void whenReached();
    });
  });
  addEventListener("online", () => {
    if (connection.get() === "offline") void whenReached();
  });
}
