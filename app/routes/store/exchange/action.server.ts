import { type ActionFunctionArgs, json } from "@remix-run/node";
import {
  addQuickAmount,
  checkExchange,
  exchangeableAmount,
  type ExchangeProblem,
  quickAmounts,
  readExchangeAmount,
} from "~/domain/exchange-rules";
import { webMessage } from "~/domain/message-codes";
import { readForm } from "#server/forms/form.server";
import { requireMember } from "#server/session/session.server";
import { holdingsOf } from "./holdings.server";

/** What the screen shows after its form was sent. */
export interface ExchangeAnswer {
  amount: string;
  isAgreed: boolean;
  fieldErrors: Partial<Record<"amount" | "agree", string[]>>;
  /** The amount of the preview, when it is a good one. */
  preview?: number;
  /** The exchange button was pressed: the exchange opens later (the specification's button does nothing). */
  isLater?: boolean;
}

const messages: Record<ExchangeProblem, string> = {
  missing: "store:exchange.errors.missing",
  digitsOnly: "store:exchange.errors.digitsOnly",
  minimum: webMessage("040"),
  unit: webMessage("041"),
  insufficient: "store:exchange.errors.insufficient",
};

/** Fills in amounts, previews, and checks. Nothing is exchanged: the specification has no call for it. */
export async function exchangeAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const form = await readForm(args.request);
  const { soria } = holdingsOf(session);
  const intent = String(form.get("intent"));
  const amount = String(form.get("amount") ?? "").slice(0, 20);
  const isAgreed = form.get("agree") === "on";
  const answer = (more: Partial<ExchangeAnswer>, status = 200) =>
    json<ExchangeAnswer>({ amount, isAgreed, fieldErrors: {}, ...more }, { status });

  const quick = quickAmounts.find((each) => intent === `add-${each}`);
  if (quick !== undefined) return answer({ amount: String(addQuickAmount(amount, quick)) });
  if (intent === "all") return answer({ amount: String(exchangeableAmount(soria)) });

  const problem = checkExchange(amount, soria);
  const fieldErrors: ExchangeAnswer["fieldErrors"] = {
    ...(problem && { amount: [messages[problem]] }),
    ...(intent === "exchange" && !isAgreed && { agree: ["store:exchange.errors.agree"] }),
  };
  if (Object.keys(fieldErrors).length > 0) return answer({ fieldErrors }, 400);
  return answer({ preview: readExchangeAmount(amount) ?? 0, isLater: intent === "exchange" });
}
