import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import { WEB } from "#server/wire/common";
import type { TokenSource } from "./token-source";
import type { PaypalCaptureRequest, PaypalOrderRequest } from "#server/wire/paypal";
import type { BookRequest, CancelRequest, CaptureRequest, PurchaseRequest } from "#server/wire/store";

/** Lists products (GET /store/products). Amounts are in hundredths. */
export const listProducts = (
  tokens: TokenSource,
  { language, ...query }: { page: number; size: number; language: string },
) => callApi(calls.products, { query: { ...query, scope: WEB }, tokens, language });

export const getProduct = (tokens: TokenSource, id: number, language: string) =>
  callApi(calls.product, { params: { id }, tokens, language });

/**
 * Creates a payment; items priced in soria, soria-plus or point are charged at once. `isReplay`: the API did nothing
 * and repeated its response to an earlier request with this key.
 *
 * @throws ApiError business 8004, 8005, 8006 (insufficient balance, `insufficientData`), 10000 to 10005
 */
export async function purchase(tokens: TokenSource, key: string, payload: PurchaseRequest) {
  let isReplay = false;
  const onReplay = () => {
    isReplay = true;
  };
  const data = await callApi(calls.purchase, { json: payload, tokens, key, onReplay });
  return { ...data, isReplay };
}

/** Idempotent. @throws ApiError business 10003 to 10006 */
export const capture = (tokens: TokenSource, key: string, json: CaptureRequest) =>
  callApi(calls.capture, { json, tokens, key });

/** The API cancels the intent first. @throws 10108, 10003; http 404, 405, 501 from an API without this call */
export const cancel = (tokens: TokenSource, key: string, json: CancelRequest) =>
  callApi(calls.cancel, { json, tokens, key });

/** @throws ApiError http 404, 405, 501 from an API without this call */
export const readBook = (tokens: TokenSource, query: BookRequest) => callApi(calls.book, { query, tokens });

/** PayPal is disabled, so no screen makes these two calls; they are tested because the specification lists them. */
export const createPaypalOrder = (tokens: TokenSource, json: PaypalOrderRequest) =>
  callApi(calls.createPaypalOrder, { json, tokens });

/** @throws ApiError business 13000 */
export const capturePaypalOrder = (tokens: TokenSource, json: PaypalCaptureRequest) =>
  callApi(calls.capturePaypalOrder, { json, tokens });
