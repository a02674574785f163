import { useTranslation } from "react-i18next";
import { checkPassword, passwordChecks } from "~/domain/password-rules";
import { Icon } from "../text/icon";

/**
 * Rules of a new password, ticked while the user types. Without scripts it is a plain list of the requirements; the
 * server checks the same rules.
 */
export function PasswordChecklist({ password, confirmation }: { password: string; confirmation: string }) {
  const { t } = useTranslation("account");
  const state = checkPassword(password, confirmation);
  return (
    <ul className="rules">
      {passwordChecks.map((check) => (
        <li key={check} className={state[check] ? "ok" : undefined}>
          <Icon name={state[check] ? "ok" : "open"} size={18} />
          <span>
            {t(`rules.${check}`)}
            {state[check] ? <span className="sr"> {t("rules.ok")}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
