import type { ActionFunctionArgs } from "@remix-run/node";
import { currencyOf, type PaymentType } from "~/domain/currencies";
import type { FieldName } from "~/domain/form-fields";
import type { FormActionData } from "~/domain/form-setup";
import { withParams } from "~/domain/message-codes";
import { priceMark, priceOfMark } from "~/domain/money";
import { ownValue } from "~/domain/safe-lookup";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { stepQuantity } from "~/domain/quantity";
import { amountText } from "~/i18n/amount-text";
import { languageOf, translator } from "~/i18n/i18n.server";
import type { ApiError } from "#server/errors/api-error";
import { type FormErrors, type FormFailure, receiveForm } from "#server/forms/form-spec.server";
import { addressKey, createPurchase, formForItem, purchaseOfForm } from "#server/purchases/create.server";
import { isSellable, requireItem, unsoldText, wantedOf } from "#server/purchases/order-request.server";
import { readKey } from "#server/purchases/keys.server";
import { ownerOfSession, tellNow } from "#server/purchases/ledger.server";
import { refreshBalances } from "#server/purchases/reconcile.server";
import { isQuantityRefused, type Price, shortageOf } from "#server/purchases/refusals.server";
import { flashEnded, summaryOf } from "#server/purchases/outcomes.server";
import { formOf } from "#server/purchases/purchase.server";
import type { buyFields } from "./form";
import { buyForm } from "./form.server";

export type BuyActionData = FormActionData<{
  /** Id of the form from now on: the same form again, or another one after the response has told an end. */
  key: string;
  /** Quantity after a press of the plus or minus button. */
  quantity?: string;
  /** The pressed plus or minus button. Without scripts it gets the focus on the new page. */
  pressed?: string;
  payment?: CardSummary;
}>;

/**
 * Calculates the total, steps the quantity, or starts the purchase. The same form sent again is the same
 * purchase, also after its item or price has changed (docs/decisions/0064).
 */
export async function buyAction(args: ActionFunctionArgs) {
  const sent = await receiveForm(args);
  return buyForm.authorize(sent, async ({ session, form, intent, submission, failed, reshow, done }) => {
    const formId = readKey(form.get("key"));
    const seen = priceOfMark(String(form.get("price")));
    if (intent === "buy" && submission.status === "success" && formId !== undefined && seen) {
      const { quantity } = submission.value;
      const content = { objectId: Number(args.params["id"]), quantity, ...seen };
      const own = await purchaseOfForm(session, formId, content);
      if (own && own.state !== "refused") {
        await flashEnded(session, own);
        return done(paths.store.purchase(await addressKey(session, own, formId)));
      }
    }
    const lng = await languageOf(args);
    const t = translator(lng);
    const item = await requireItem(session, args.params["id"], lng);
    const key = formId ?? (await formForItem(session, item));
    const reject = (status: number, errors: FormFailure<FieldName<typeof buyFields>> = {}, nextKey = key) =>
      failed({ ...errors, status }, { key: nextKey });

    // Enter in a field submits without this button and must not buy. It recalculates the total, as does any unknown
    // intent.
    if (intent !== "buy") {
      const step = ownValue({ decrease: -1, increase: 1 }, intent) ?? 0;
      const quantity = String(stepQuantity(form.getAll("quantity").at(-1), step));
      return reshow({ key, quantity, ...(step ? { pressed: intent } : {}) });
    }
    if (submission.status !== "success") return reject(400);
    const { quantity, paymentType } = submission.value;
    // Rejects the purchase if the price has changed since the page was shown. The member consents to the new one anew.
    // A price that cannot be read is none to consent to: the item is not for sale.
    const { sale_amount: unitAmount, payment_type: currency } = item;
    if (unitAmount !== null && form.has("price") && form.get("price") !== priceMark(unitAmount, currency)) {
      const now = { unitAmount, currency };
      return reject(409, { formErrors: [newPrice(seen, now, t)], renew: consentsTo(seen, now) });
    }
    if (paymentType !== (currencyOf(item.payment_type) ? "BALANCE" : "STRIPE")) {
      return reject(400, { fieldErrors: { paymentType: ["store:errors.method"] } });
    }
    if (!isSellable(item)) return reject(400, { formErrors: [unsoldText(item)] });
    const wanted = wantedOf(item, quantity);
    if (!wanted) return reject(400, { fieldErrors: { quantity: ["store:errors.quantityTooLarge"] } });
    // The script sets this field only when the provider's script has loaded, so that no payment is created that
    // cannot be completed.
    if (!currencyOf(item.payment_type) && form.get("script") !== "ready") {
      return reject(400, { formErrors: ["store:item.needsScript", "store:item.needsScriptNext"] });
    }
    const outcome = await createPurchase(session, { form: key, wanted });
    switch (outcome.kind) {
      case "open": {
        const payment = { ...summaryOf(outcome.purchase), clientSecret: outcome.purchase.clientSecret };
        return reshow({ key: formOf(outcome.purchase), payment });
      }
      case "refused":
        // The balance has changed elsewhere, so the page's balance would contradict the message.
        if (shortageOf(outcome.error)) await refreshBalances(session);
        return reject(400, problemsOf(outcome.error, item.payment_type, t), await formForItem(session, item));
      case "repriced":
        return reject(
          409,
          {
            formErrors: [newPrice(outcome.before, outcome.price, t)],
            renew: consentsTo(outcome.before, outcome.price),
          },
          await formForItem(session, item),
        );
      case "not-created":
        return reject(
          outcome.error.status,
          { formErrors: ["store:errors.notCreated"] },
          await formForItem(session, item),
        );
      case "too-many":
        return reject(409, { formErrors: ["store:errors.tooManyOpen"] });
      default: {
        // Not at a form that can be submitted again.
        const { kind, purchase } = outcome;
        // Nothing was taken: the response is another form, which the member has to confirm.
        if (kind === "already" && purchase.state === "refused") {
          await tellNow(ownerOfSession(session), purchase.key);
          return reject(
            400,
            { formErrors: ["store:errors.refusedBefore"], renew: ["confirm"] },
            await formForItem(session, item),
          );
        }
        if (kind === "done") await refreshBalances(session);
        if (kind === "already") await flashEnded(session, purchase);
        return done(paths.store.purchase(await addressKey(session, purchase, formId)));
      }
    }
  });
}

/** Returns what the member chose for the old price and has to choose again. */
const consentsTo = (before: Price | undefined, now: Price) =>
  before?.currency === now.currency ? (["confirm"] as const) : (["confirm", "paymentType"] as const);

/** Returns the message for a changed price, with the previous price if it is known. */
function newPrice(before: Price | undefined, now: Price, t: unknown): string {
  const shown = ({ unitAmount, currency }: Price) => amountText(t, unitAmount, currency);
  const price = shown(now);
  return before
    ? withParams("store:errors.priceWas", { before: shown(before), price })
    : withParams("store:errors.priceChanged", { price });
}

/** Short versions of the catalogue's messages, for use with the amounts. */
const shortOf: Readonly<Record<string, string>> = {
  "errors:code.insufficientPoint": "errors:code.shortPoint",
  "errors:code.insufficientSoria": "errors:code.shortSoria",
  "errors:code.insufficientSoriaPlus": "errors:code.shortSoriaPlus",
};

function problemsOf(error: ApiError, type: PaymentType, t: unknown): FormErrors<"quantity"> {
  if (isQuantityRefused(error)) return { fieldErrors: { quantity: ["store:errors.quantityTooLarge"] } };
  const shortage = shortageOf(error);
  // Without the amounts, show the catalogue's message alone.
  if (!shortage) return { formErrors: [error.messageKey] };
  const shown = (units: number) => amountText(t, Math.round(units * 100), type);
  return {
    formErrors: [
      shortOf[error.messageKey] ?? error.messageKey,
      withParams("store:errors.missingAmount", {
        missing: shown(shortage.missing_amount),
        required: shown(shortage.required_amount),
        balance: shown(shortage.balance_amount),
      }),
    ],
  };
}
