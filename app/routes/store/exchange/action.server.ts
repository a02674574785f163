import type { ActionFunctionArgs } from "@remix-run/node";
import {
  addQuickAmount,
  checkExchange,
  exchangeableAmount,
  type ExchangeProblem,
  quickAmounts,
  readExchangeAmount,
  sampleHoldings,
} from "~/domain/exchange-rules";
import { line } from "~/domain/readers";
import { webMessage } from "~/domain/message-codes";
import type { FormActionData } from "~/domain/form-setup";
import { receiveForm } from "#server/forms/form-spec.server";
import type { Session } from "#server/session/session.server";
import { exchangeForm } from "./form.server";

/** Returns the member's balances, or the specification's sample if both are zero. */
export function holdingsOf({ user }: Session) {
  const soria = user?.soriaAmount ?? 0;
  const soriaPlus = user?.soriaPlusAmount ?? 0;
  return soria > 0 || soriaPlus > 0
    ? { soria, soriaPlus, isSample: false }
    : { ...sampleHoldings, isSample: true };
}

export type ExchangeActionData = FormActionData<{
  amount: string;
  /** The button that set the amount. Without scripts it gets the focus on the new page. */
  pressed?: string;
  /** Amount of the preview; undefined if the input is invalid. */
  preview?: number;
}>;

const messages: Record<ExchangeProblem, string> = {
  missing: "store:exchange.errors.missing",
  digitsOnly: "store:exchange.errors.digitsOnly",
  minimum: webMessage("040"),
  unit: webMessage("041"),
  insufficient: "store:exchange.errors.insufficient",
};

/** Fills in amounts and calculates the preview. Nothing is exchanged, because the API has no call for it. */
export async function exchangeAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return exchangeForm.authorize(sent, async ({ session, form, intent, failed, reshow }) => {
    const { soria } = holdingsOf(session);
    const amount = line(String(form.get("amount") ?? ""));

    const quick = quickAmounts.find((each) => intent === `add-${each}`);
    if (quick !== undefined)
      return reshow({ amount: String(addQuickAmount(amount, quick)), pressed: intent });
    if (intent === "all") return reshow({ amount: String(exchangeableAmount(soria)), pressed: intent });

    const problem = checkExchange(amount, soria);
    if (problem) return failed({ fieldErrors: { amount: [messages[problem]] } }, { amount });
    return reshow({ amount, preview: readExchangeAmount(amount) ?? 0 });
  });
}
