import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormActionData, PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";

/**
 * Field that only bots fill in. Password managers are told to leave it alone. If one fills it in, the form is shown
 * again with its input, and the next press sends it.
 */
export function Honeypot({ of }: { of: string }) {
  const { t } = useTranslation("common");
  const actionData = useActionData<unknown>() as Partial<FormActionData> | undefined;
  const person = actionData?.form === of ? actionData.person : undefined;
  return (
    <div className="sr" aria-hidden="true">
      <label>
        {t("form.trapLabel")}
        <input
          type="text"
          name={TRAP_FIELD}
          tabIndex={-1}
          autoComplete="off"
          // 1Password, LastPass, Bitwarden, Dashlane.
          data-1p-ignore="true"
          data-lpignore="true"
          data-bwignore="true"
          data-form-type="other"
        />
      </label>
      {person ? <input type="hidden" name={PERSON_FIELD} value={person} /> : null}
    </div>
  );
}
