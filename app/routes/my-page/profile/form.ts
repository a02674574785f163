import { newPassword, password, repeatedPassword } from "~/domain/account-fields";
import { hidden } from "~/domain/form-fields";
import { webMessage } from "~/domain/message-codes";
import { oneOf } from "~/domain/one-of";

export const passwordFields = {
  oldPassword: password({ label: "my-page:password.old", missing: "my-page:password.oldMissing" }),
  newPassword: newPassword({ label: "my-page:password.new", missing: webMessage("013") }),
  newPasswordConfirm: repeatedPassword({
    of: "newPassword",
    label: "my-page:password.confirm",
    missing: webMessage("014"),
  }),
};

/** Length of a session's mark, in characters. */
const MAX_MARK = 64;

export const sessionFields = {
  // Secret, so that it is not sent back.
  session: {
    ...hidden((raw) => (raw !== "" && raw.length <= MAX_MARK ? raw : undefined), "errors:http.unexpected"),
    isSecret: true,
  },
} as const;

export const calendarFields = {
  address: hidden((raw) => oneOf(["renew", "remove"] as const, raw), "errors:http.unexpected"),
};
