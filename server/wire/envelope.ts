import { z } from "zod";

/**
 * Every answer of the product API (docs/decisions/0005): `result` is 1 on success, 0 on a plain failure,
 * otherwise a code of the error catalogue. A business error comes with HTTP 200 or 400, with the same body.
 */
export const envelope = z.object({
  result: z.number().int(),
  message: z.string().nullish(),
  data: z.unknown(),
});

/** Every answer of the order service: any message but SUCCESS is a failure. */
export const orderEnvelope = z.object({
  message: z.string(),
  data: z.unknown(),
});

export const ORDER_SUCCESS = "SUCCESS";
