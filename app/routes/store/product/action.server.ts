import { type ActionFunctionArgs, json } from "@remix-run/node";
import { currencyOf, type PaymentType } from "~/domain/currencies";
import { withParams } from "~/domain/message-codes";
import { formatPrice, priceMark, totalHundredths } from "~/domain/money";
import { ownValue } from "~/domain/own-value";
import { paths } from "~/domain/paths";
import type { PaymentView } from "~/domain/payment-view";
import { stepQuantity } from "~/domain/quantity";
import { languageOf } from "~/i18n/i18n.server";
import { ApiError } from "#server/errors/api-error";
import { parseFields, readForm } from "#server/forms/form.server";
import { refreshBalances } from "#server/payments/capture.server";
import {
  beginPurchase,
  isQuantityRefused,
  type PurchaseOutcome,
  readPurchaseToken,
  shortageOf,
} from "#server/payments/purchase.server";
import { viewOf } from "#server/payments/view.server";
import { redirectTo, requireMember, type Session } from "#server/session/session.server";
import { buySchema } from "./buy.schema.server";
import { requireItem } from "#server/payments/item.server";

export const buyFields = ["quantity", "paymentType", "confirm"] as const;
export type BuyField = (typeof buyFields)[number];
export type BuyValues = Partial<Record<BuyField, string>>;

/** What the page shows after its form was sent. */
export type BuyAnswer =
  | {
      kind: "form";
      values: BuyValues;
      fieldErrors: Partial<Record<BuyField, string[]>>;
      formErrors: string[];
    }
  /** A payment by card is open: by this form (`isNew`), or by another one before. */
  | { kind: "payment"; payment: PaymentView; isNew: boolean; values: BuyValues };

type Problems = { fieldErrors?: Partial<Record<BuyField, string[]>>; formErrors?: string[] };

/**
 * The item page's form: works out the total, steps the quantity, or begins the purchase. Safe to submit twice
 * (payment.md, point 2).
 */
export async function buyAction(args: ActionFunctionArgs) {
  const session = await requireMember(args);
  const item = await requireItem(session, args.params["id"], await languageOf(args.request));
  const form = await readForm(args.request);
  const values = valuesOf(form);
  const answer = (status: number, { fieldErrors = {}, formErrors = [] }: Problems = {}) =>
    json<BuyAnswer>({ kind: "form", values, fieldErrors, formErrors }, { status });

  const step = ownValue({ decrease: -1, recount: 0, increase: 1 }, String(form.get("intent")));
  if (step !== undefined) {
    values.quantity = String(stepQuantity(values.quantity, step));
    return answer(200);
  }
  const submission = parseFields(form, buySchema, buyFields);
  if (submission.status !== "success") {
    return answer(400, { fieldErrors: (submission.error ?? {}) as Partial<Record<BuyField, string[]>> });
  }
  const { quantity } = submission.value;
  const amount = totalHundredths(item.sale_amount, quantity);
  if (item.sale_amount === null || amount === 0) return answer(400, { formErrors: ["store:item.noPrice"] });
  if (amount === undefined)
    return answer(400, { fieldErrors: { quantity: ["store:errors.quantityTooLarge"] } });
  // What was confirmed is what is bought: a price that has changed since the page was shown is read first.
  const seen = form.get("price");
  if (typeof seen === "string" && seen !== priceMark(item.sale_amount, item.payment_type)) {
    const price = formatPrice(item.sale_amount, item.payment_type, "item");
    return answer(409, { formErrors: [withParams("store:errors.priceChanged", { price })] });
  }
  // Only a script that has the payment provider's at hand sets this field: no payment is created in vain.
  if (!currencyOf(item.payment_type) && form.get("script") !== "ready") {
    return answer(400, { formErrors: ["store:item.needsScript"] });
  }
  try {
    const token = readPurchaseToken(form.get("token"));
    const outcome = await beginPurchase(session, { item, quantity, token });
    return await after(session, outcome, values, answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The balance has changed elsewhere: what the page shows would contradict the message.
    if (shortageOf(error)) await refreshBalances(session);
    return answer(error.kind === "business" ? 400 : error.status, problemsOf(error, item.payment_type));
  }
}

function valuesOf(form: FormData): BuyValues {
  const entries = buyFields.map((name) => [name, form.getAll(name).at(-1)] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string")) as BuyValues;
}

async function after(
  session: Session,
  outcome: PurchaseOutcome,
  values: BuyValues,
  answer: (status: number, problems: Problems) => ReturnType<typeof json<BuyAnswer>>,
) {
  switch (outcome.kind) {
    case "open":
      return json<BuyAnswer>({
        kind: "payment",
        payment: viewOf(outcome.payment),
        isNew: outcome.isNew,
        values,
      });
    case "done": {
      if (outcome.isNew) await refreshBalances(session);
      await session.flash(
        outcome.isNew
          ? { kind: "success", key: "store:done.paid", params: { name: outcome.payment.name } }
          : { kind: "info", key: "store:done.already" },
      );
      return redirectTo(session, paths.myPage.history());
    }
    case "unknown":
      await refreshBalances(session);
      return answer(502, { formErrors: ["store:errors.unknown"] });
    case "tooManyOpen":
      return answer(409, { formErrors: ["store:errors.tooManyOpen"] });
  }
}

function problemsOf(error: ApiError, type: PaymentType): Problems {
  if (error.kind !== "business") return { formErrors: ["store:errors.notCreated"] };
  if (isQuantityRefused(error)) return { fieldErrors: { quantity: ["store:errors.quantityTooLarge"] } };
  const shortage = shortageOf(error);
  // Without the figures the catalogue's sentence is still true.
  if (!shortage) return { formErrors: [error.messageKey] };
  const shown = (units: number) => formatPrice(Math.round(units * 100), type, "item");
  return {
    formErrors: [
      error.messageKey,
      withParams("store:errors.missingAmount", {
        missing: shown(shortage.missing_amount),
        required: shown(shortage.required_amount),
        balance: shown(shortage.balance_amount),
      }),
    ],
  };
}
