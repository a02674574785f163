import { z } from "zod";
import { CONTENT_SETS } from "../content-sets";

const settings = z.object({
  accessTokenSeconds: z.number().int().positive(),
  refreshTokenSeconds: z.number().int().positive(),
  /** Seconds that a used refresh token stays valid, in case the response was lost; 0 for none. */
  refreshGraceSeconds: z.number().int().nonnegative(),
  /** Delay of every response of both APIs, in ms. The specification's mock delay is 750; the default is 0. */
  delayMs: z.number().int().nonnegative(),
  /** Whether calls that take money respect their Idempotency-Key. Off: ignore it, as older APIs do. */
  honoursKeys: z.boolean(),
  /** Responses to replay for a repeated key: only successes (money M2.3), or the first response in any case. */
  replays: z.enum(["successes", "all"]),
  /** How long a repeated request waits for the first one with its key, in ms, before it gets HTTP 409. */
  sameKeyWaitMs: z.number().int().nonnegative(),
  /** Whether `GET /users/me/purchases` exists. */
  listsPurchases: z.boolean(),
  /** Whether the API ends open transactions: by `POST /store/order/cancel`, and by itself after 24 hours. */
  cancels: z.boolean(),
  /**
   * Whether a purchase is bound to the displayed price, and an order to its payment. Off, as in older APIs: sells at
   * the current price, rounds it up to whole units, and returns no amounts and times.
   */
  bindsPrice: z.boolean(),
  contentSet: z.enum(CONTENT_SETS),
  /** Origin of the site, for links in mails and the domain of wallet messages. */
  siteOrigin: z.string().url(),
});
export type Settings = z.infer<typeof settings>;

/** Settings that `PUT /__settings`, the desk and scenarios may change. */
export const settingsChange = settings.partial();
export type SettingsChange = z.infer<typeof settingsChange>;
