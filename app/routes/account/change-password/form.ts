import { newPassword, repeatedPassword } from "~/domain/account-fields";
import { webMessage } from "~/domain/message-codes";

export const resetFields = {
  password: newPassword({ label: "account:change.password", missing: webMessage("013") }),
  passwordConfirm: repeatedPassword({
    of: "password",
    label: "account:change.confirm",
    missing: webMessage("014"),
  }),
};
