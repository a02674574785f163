import { z } from "zod";
import { signInData } from "./auth";
import { maybe, moment, web, wireLanguage } from "./common";

/** GET auth/wallet/nonce: to be used once, before `expiresAt`. */
export const walletNonceData = z.object({ nonce: z.string().min(8), expiresAt: maybe(moment) });

/**
 * POST auth/wallet/sign-in. `message` is the EIP-4361 text, `signature` 0x…; `register: true` makes a member of an
 * address that is not registered yet (it needs a pass token).
 */
export const walletSignInRequest = z.object({
  message: z.string(),
  signature: z.string(),
  language: wireLanguage,
  platform: web,
  register: z.boolean().optional(),
});

/** As auth/sign-in; `passAlreadyUsed` when the pass had been registered before, so that no Soria Plus is given (WEB-006). */
export const walletSignInData = signInData.extend({ passAlreadyUsed: maybe(z.boolean()) });
export type WalletSignInData = z.infer<typeof walletSignInData>;
