import { z } from "zod";
import { signInData } from "./auth";
import { maybe, moment, web, wireLanguage } from "./common";

/** Valid once, before `expiresAt`. */
export const walletNonceData = z.object({ nonce: z.string().min(8), expiresAt: maybe(moment) });

/** `message` is EIP-4361, `signature` 0x…; `register` creates a member for an address with a pass token. */
export const walletSignInRequest = z.object({
  message: z.string(),
  signature: z.string(),
  language: wireLanguage,
  platform: web,
  register: z.boolean().optional(),
});

/** `passAlreadyUsed` when the pass was registered before, so that no Soria Plus is granted (WEB-006). */
export const walletSignInData = signInData.extend({ passAlreadyUsed: maybe(z.boolean()) });
export type WalletSignInData = z.infer<typeof walletSignInData>;
