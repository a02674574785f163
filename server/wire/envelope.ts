import { z } from "zod";

/**
 * Envelope of the product API's responses (docs/decisions/0005): `result` is 1 on success, 0 for a failure without a
 * code, otherwise a code of the error catalogue. A business error comes with HTTP 200 or 400, in this envelope.
 */
export const envelope = z.object({
  result: z.number().int(),
  message: z.string().nullish(),
  data: z.unknown(),
});

/** Envelope of the order service's responses: any message except SUCCESS is a failure. */
export const orderEnvelope = z.object({
  message: z.string(),
  data: z.unknown(),
});

export const ORDER_SUCCESS = "SUCCESS";
