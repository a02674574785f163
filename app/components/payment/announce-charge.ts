import { paths } from "~/domain/paths";

const states = ["submitted", "captured", "gone"] as const;

type Announced =
  | (typeof states)[number]
  /** Also if another member is signed in. */
  | "signedOut"
  /** The site responded, but did not mark the purchase. */
  | "failed"
  /** The site did not respond. */
  | "offline";

/**
 * Announces that a card is about to be submitted: the server keeps the payment until it is settled, so that no charge
 * is lost. Only after "submitted" may it be charged; "captured" and "gone" are of another tab.
 */
export async function announceCharge(purchase: string): Promise<Announced> {
  const response = await fetch(paths.store.announceCharge, {
    method: "POST",
    body: new URLSearchParams({ purchase }),
    redirect: "manual",
  }).catch(() => undefined);
  if (!response) return "offline";
  // This URL only redirects to the sign-in page.
  if (response.type === "opaqueredirect" || response.status === 401) return "signedOut";
  const { state } = ((await response.json().catch(() => null)) ?? {}) as { state?: unknown };
  if (state === "other") return "signedOut";
  const known = states.find((each) => each === state);
  // Every response of the site has the header; one of a captive portal has not.
  return known ?? (response.headers.has("X-Request-Id") ? "failed" : "offline");
}
