import { z } from "zod";
import { signInData } from "./auth";
import { maybe, moment, web, wireLanguage } from "./common";

/** GET auth/wallet/nonce: valid once, before `expiresAt`. */
export const walletNonceData = z.object({ nonce: z.string().min(8), expiresAt: maybe(moment) });

/**
 * POST auth/wallet/sign-in. `message` is the EIP-4361 text, `signature` 0x…; `register: true` creates a member for an
 * unregistered address (it needs a pass token).
 */
export const walletSignInRequest = z.object({
  message: z.string(),
  signature: z.string(),
  language: wireLanguage,
  platform: web,
  register: z.boolean().optional(),
});

/**
 * Like auth/sign-in; `passAlreadyUsed` when the pass was registered before, so that no Soria Plus is granted
 * (WEB-006).
 */
export const walletSignInData = signInData.extend({ passAlreadyUsed: maybe(z.boolean()) });
export type WalletSignInData = z.infer<typeof walletSignInData>;
