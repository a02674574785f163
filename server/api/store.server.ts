import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import { WEB } from "#server/wire/common";
import type { TokenSource } from "./token-source";
import {
  type BookData,
  type BookRequest,
  type CancelData,
  type CancelRequest,
  type CaptureData,
  type CaptureRequest,
  type PurchaseData,
  type PurchaseRequest,
  type StoreListData,
  type StoreObject,
} from "#server/wire/store";

/** Lists products (GET /store/products). Amounts are in hundredths. */
export async function listProducts(
  tokens: TokenSource,
  { language, ...query }: { page: number; size: number; language: string },
): Promise<StoreListData> {
  return callApi(calls.products, { query: { ...query, scope: WEB }, tokens, language });
}

export async function getProduct(tokens: TokenSource, id: number, language: string): Promise<StoreObject> {
  return callApi(calls.product, { params: { id }, tokens, language });
}

/**
 * Creates a payment (POST /store/products/purchase); items priced in soria, soria-plus or point are charged at once.
 * `isReplay` is true when the API did nothing and repeated its response to an earlier request with this key.
 *
 * @throws ApiError business 8004, 8005, 8006 (insufficient balance, `insufficientData`), 10000 to 10005
 */
export async function purchase(
  tokens: TokenSource,
  key: string,
  payload: PurchaseRequest,
): Promise<PurchaseData & { isReplay: boolean }> {
  let isReplay = false;
  const onReplay = () => {
    isReplay = true;
  };
  const data = await callApi(calls.purchase, { json: payload, tokens, key, onReplay });
  return { ...data, isReplay };
}

/**
 * Captures a payment (POST /store/order/capture). Idempotent.
 *
 * @throws ApiError business 10003 to 10006
 */
export async function capture(
  tokens: TokenSource,
  key: string,
  payload: CaptureRequest,
): Promise<CaptureData> {
  return callApi(calls.capture, { json: payload, tokens, key });
}

/**
 * Cancels a payment (POST /store/order/cancel). The API cancels the intent at the provider first.
 *
 * @throws ApiError business 10108 (`endedOtherwiseData`), 10003; http 404, 405, 501 from an API without this call
 */
export async function cancel(tokens: TokenSource, key: string, payload: CancelRequest): Promise<CancelData> {
  return callApi(calls.cancel, { json: payload, tokens, key });
}

/** @throws ApiError http 404, 405, 501 from an API without this call */
export async function readBook(tokens: TokenSource, query: BookRequest): Promise<BookData> {
  return callApi(calls.book, { query, tokens });
}
