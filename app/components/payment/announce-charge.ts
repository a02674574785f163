import { paths } from "~/domain/paths";

/**
 * Response to the announcement that a card is about to be submitted. The announcement makes the server keep the payment
 * until it is settled, so that no charge is lost.
 *
 * - `submitted`: go on
 * - `captured`, `gone`: finished or given up in another tab
 * - `signedOut`: nobody, or another member, is signed in
 * - `offline`: the server did not respond; nothing may be charged
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
    // This URL only redirects to the sign-in page.
    if (answer.type === "opaqueredirect") return "signedOut";
    const { state } = (await answer.json()) as { state?: unknown };
    if (state === "other") return "signedOut";
    return answers.find((known) => known === state) ?? "offline";
  } catch {
    // No connection, or a response from another server (a captive portal). Nothing has been charged.
    return "offline";
  }
}
