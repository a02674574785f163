import { z } from "zod";
import { CONTENT_SETS } from "../content-sets";
import { REPLAYS } from "../services";

/** Settings that `PUT /__settings`, the desk and scenarios may change. */
export const settingsChange = z
  .object({
    accessTokenSeconds: z.number().int().positive(),
    refreshTokenSeconds: z.number().int().positive(),
    refreshGraceSeconds: z.number().int().nonnegative(),
    delayMs: z.number().int().nonnegative(),
    honoursKeys: z.boolean(),
    replays: z.enum(REPLAYS),
    sameKeyWaitMs: z.number().int().nonnegative(),
    listsPurchases: z.boolean(),
    cancels: z.boolean(),
    bindsPrice: z.boolean(),
    contentSet: z.enum(CONTENT_SETS),
    siteOrigin: z.string().url(),
  })
  .partial();
export type SettingsChange = z.infer<typeof settingsChange>;
