import { paths } from "~/domain/paths";

/**
 * Tells the site that a card is about to be sent, and waits for its word: from then on the site never forgets this
 * payment, and no card is charged while the site cannot be reached.
 *
 * - `submitted`: go on
 * - `captured`, `gone`: finished or given up in another tab
 * - `signedOut`: nobody, or another member, is signed in by now; `offline`: nothing may be charged now
 */
export type ChargeAnswer = "submitted" | "captured" | "gone" | "signedOut" | "offline";

const answers: readonly ChargeAnswer[] = ["submitted", "captured", "gone"];

export async function announceCharge(purchase: string): Promise<ChargeAnswer> {
  try {
    const answer = await fetch(paths.store.announceCharge, {
      method: "POST",
      body: new URLSearchParams({ purchase }),
      redirect: "manual",
    });
    // The only redirect of that address is the one to the sign-in page.
    if (answer.type === "opaqueredirect") return "signedOut";
    const { state } = (await answer.json()) as { state?: unknown };
    if (state === "other") return "signedOut";
    return answers.find((known) => known === state) ?? "offline";
  } catch {
    // No connection, or an answer that is not ours: either way nothing has been charged.
    return "offline";
  }
}
