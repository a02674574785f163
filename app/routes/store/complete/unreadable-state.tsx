import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Outcome } from "./outcome";

/** When the page itself fails: the one thing that has to be said about the money, and the way to ask again. */
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
