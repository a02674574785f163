import { z } from "zod";
import { CONTENT_SETS } from "../content-sets";

const whole = z.number().int();

const settings = z.object({
  accessTokenSeconds: whole.positive().default(15 * 60),
  refreshTokenSeconds: whole.positive().default(14 * 24 * 60 * 60),
  /** Seconds that a used refresh token stays valid, in case the response was lost; 0 for none. */
  refreshGraceSeconds: whole.nonnegative().default(30),
  /** Delay of every response of both APIs, in ms. The specification's mock delay is 750. */
  delayMs: whole.nonnegative().default(0),
  /** Whether calls that take money respect their Idempotency-Key. Off: ignore it, as older APIs do. */
  honoursKeys: z.boolean().default(true),
  /** Responses to replay for a repeated key: only successes (money M2.3), or the first response in any case. */
  replays: z.enum(["successes", "all"]).default("successes"),
  /** How long a repeated request waits for the first one with its key, in ms, before it gets HTTP 409. */
  sameKeyWaitMs: whole.nonnegative().default(3000),
  /** Whether `GET /users/me/purchases` exists. */
  listsPurchases: z.boolean().default(true),
  /** Whether the API ends open transactions: by `POST /store/order/cancel`, and by itself after 24 hours. */
  cancels: z.boolean().default(true),
  /**
   * Whether a purchase is bound to the displayed price, and an order to its payment. Off, as in older APIs: sells at
   * the current price, rounds it up to whole units, and returns no amounts and times.
   */
  bindsPrice: z.boolean().default(true),
  contentSet: z.enum(CONTENT_SETS).default("usual"),
  /** Origin of the site, for links in mails and the domain of wallet messages. */
  siteOrigin: z.string().url().default("http://localhost:3000"),
});
export type Settings = z.infer<typeof settings>;
export const DEFAULTS = settings.parse({});

/** Settings that `PUT /__settings`, the desk and scenarios may change. */
export const settingsChange = settings.partial();
export type SettingsChange = z.infer<typeof settingsChange>;
