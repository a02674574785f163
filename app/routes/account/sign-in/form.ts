import { email, password } from "~/domain/account-fields";
import { hidden, optionalHidden } from "~/domain/form-fields";
import { webMessage } from "~/domain/message-codes";

const address = email({
  label: "account:signIn.email",
  autoComplete: "username",
  missing: webMessage("007"),
  format: webMessage("017"),
});

/** accounts-and-store.md section 5, Sign-in: both fields are required, and neither is cut. */
export const signInFields = {
  email: address,
  password: password({ label: "account:signIn.password", missing: webMessage("008") }),
  redirectTo: optionalHidden(),
};

export const unlockFields = { email: address, redirectTo: optionalHidden() };

/** Limit in characters. Longer than any wallet's signature, including contract wallets. */
const MAX_SIGNATURE = 2_000;

const readSignature = (raw: string) =>
  raw.length <= MAX_SIGNATURE && /^0x[\da-f]*$/i.test(raw) ? raw : undefined;

export const walletFields = {
  signature: { ...hidden(readSignature, "account:wallet.failed"), isSecret: true },
  register: optionalHidden(),
  redirectTo: optionalHidden(),
} as const;
