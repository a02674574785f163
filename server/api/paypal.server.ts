import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import type { PaypalCaptureRequest, PaypalOrderRequest } from "#server/wire/paypal";

/**
 * Creates a PayPal order (POST /paypal/orders). PayPal is disabled, so no screen makes these two calls; they are tested
 * because the specification lists them.
 */
export const createPaypalOrder = (tokens: TokenSource, json: PaypalOrderRequest) =>
  callApi(calls.createPaypalOrder, { json, tokens });

/** @throws ApiError business 13000 */
export const capturePaypalOrder = (tokens: TokenSource, json: PaypalCaptureRequest) =>
  callApi(calls.capturePaypalOrder, { json, tokens });
