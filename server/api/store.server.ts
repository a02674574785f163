import { callApi } from "#server/api.server";
import type { TokenSource } from "#server/session/token-source";
import {
  captureData,
  type CaptureData,
  type CaptureRequest,
  purchaseData,
  type PurchaseData,
  type PurchaseRequest,
  storeListData,
  type StoreListData,
  storeObject,
  type StoreObject,
} from "#server/wire/store";

const SCOPE = "WEB";

/** GET /store/products. Amounts are hundredths. */
export async function listProducts(
  tokens: TokenSource,
  { language, ...query }: { page: number; size: number; language: string },
): Promise<StoreListData> {
  return callApi({
    method: "GET",
    path: "/store/products",
    query: { ...query, scope: SCOPE },
    tokens,
    language,
    data: storeListData,
  });
}

/** GET /store/products/{id}. */
export async function getProduct(tokens: TokenSource, id: number, language: string): Promise<StoreObject> {
  return callApi({ method: "GET", path: `/store/products/${id}`, tokens, language, data: storeObject });
}

/**
 * POST /store/products/purchase: creates the payment; items in soria, soria-plus or point are taken at once.
 *
 * @throws ApiError business 8004, 8005, 8006 (too little, `insufficientData`), 10000 to 10005
 */
export async function purchase(tokens: TokenSource, payload: PurchaseRequest): Promise<PurchaseData> {
  return callApi({
    method: "POST",
    path: "/store/products/purchase",
    json: payload,
    tokens,
    data: purchaseData,
  });
}

/** POST /store/order/capture; the same call again gives the same answer. @throws ApiError business 10003 to 10006 */
export async function capture(tokens: TokenSource, payload: CaptureRequest): Promise<CaptureData> {
  return callApi({ method: "POST", path: "/store/order/capture", json: payload, tokens, data: captureData });
}
