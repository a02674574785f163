import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import {
  type PaypalCaptureData,
  type PaypalCaptureRequest,
  type PaypalOrderData,
  type PaypalOrderRequest,
} from "#server/wire/paypal";

/**
 * Creates a PayPal order (POST /paypal/orders). PayPal is disabled, so no screen makes these two calls; they are tested
 * because the specification lists them.
 */
export async function createPaypalOrder(
  tokens: TokenSource,
  payload: PaypalOrderRequest,
): Promise<PaypalOrderData> {
  return callApi(calls.createPaypalOrder, { json: payload, tokens });
}

/** @throws ApiError business 13000 */
export async function capturePaypalOrder(
  tokens: TokenSource,
  payload: PaypalCaptureRequest,
): Promise<PaypalCaptureData> {
  return callApi(calls.capturePaypalOrder, { json: payload, tokens });
}
