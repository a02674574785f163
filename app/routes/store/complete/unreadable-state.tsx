import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Outcome } from "./outcome";

/** Shown if the page fails: tells that the payment's state is unknown and links to a retry. */
export function UnreadableState() {
  const { t } = useTranslation("store");
  const { pathname, search } = useLocation();
  return (
    <Outcome
      picture="unknown"
      money="unknown"
      title={t("complete.status.unknown.title")}
      text={<p>{t("complete.status.unknown.text")}</p>}
    >
      <p className="form__do">
        <a className="btn btn--line" href={pathname + search}>
          {t("complete.checkAgain")}
        </a>
      </p>
    </Outcome>
  );
}
