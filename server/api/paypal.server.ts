import { callApi } from "#server/api.server";
import type { TokenSource } from "#server/session/token-source";
import {
  paypalCaptureData,
  type PaypalCaptureData,
  type PaypalCaptureRequest,
  paypalOrderData,
  type PaypalOrderData,
  type PaypalOrderRequest,
} from "#server/wire/paypal";

/**
 * POST /paypal/orders. PayPal is shown disabled, so no screen reaches these two calls; they are kept ready and
 * tested because the specification lists them.
 */
export async function createPaypalOrder(
  tokens: TokenSource,
  payload: PaypalOrderRequest,
): Promise<PaypalOrderData> {
  return callApi({ method: "POST", path: "/paypal/orders", json: payload, tokens, data: paypalOrderData });
}

/** POST /paypal/orders/capture. @throws ApiError business 13000 */
export async function capturePaypalOrder(
  tokens: TokenSource,
  payload: PaypalCaptureRequest,
): Promise<PaypalCaptureData> {
  return callApi({
    method: "POST",
    path: "/paypal/orders/capture",
    json: payload,
    tokens,
    data: paypalCaptureData,
  });
}
