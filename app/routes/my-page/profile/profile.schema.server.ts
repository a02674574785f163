import { z } from "zod";
import { webMessage } from "~/domain/message-codes";
import { checkName, cleanName } from "~/domain/name-rules";
import { checkPassword, MAX_PASSWORD } from "~/domain/password-rules";

/** accounts-and-store.md section 5, Names: the three errors, each with the name that it is about. */
function name(field: "firstName" | "lastName") {
  return z
    .string()
    .default("")
    .transform((raw, context) => {
      const problem = checkName(raw);
      if (problem) context.addIssue({ code: "custom", message: `my-page:profile.${field}.${problem}` });
      return cleanName(raw);
    });
}

export const namesSchema = z.object({
  intent: z.literal("names"),
  firstName: name("firstName"),
  lastName: name("lastName"),
});
export const namesFields = ["intent", "firstName", "lastName"] as const;

const password = (missing: string) =>
  z.string({ required_error: missing }).transform((value) => value.slice(0, MAX_PASSWORD));

/** Section 5, Change password: the old one, and a new one that passes the checklist. */
export const passwordSchema = z
  .object({
    intent: z.literal("password"),
    oldPassword: password("my-page:password.oldMissing"),
    newPassword: password(webMessage("013")),
    newPasswordConfirm: password(webMessage("014")),
  })
  .superRefine(({ newPassword, newPasswordConfirm }, context) => {
    const { length, digit, special, match } = checkPassword(newPassword, newPasswordConfirm);
    const broken = !length ? "length" : !digit ? "digit" : !special ? "special" : undefined;
    if (broken) {
      context.addIssue({
        code: "custom",
        path: ["newPassword"],
        message: `my-page:password.broken.${broken}`,
      });
    }
    if (!match) {
      context.addIssue({
        code: "custom",
        path: ["newPasswordConfirm"],
        message: "my-page:password.broken.match",
      });
    }
  });
export const passwordFields = ["intent", "oldPassword", "newPassword", "newPasswordConfirm"] as const;
