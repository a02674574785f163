import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { PageHead } from "~/components/page/page-head";

/** When the page itself fails: the one thing that has to be said about the money, and the way to ask again. */
export function UnreadableState() {
  const { t } = useTranslation("store");
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHead scene="store" size="task" title={t("complete.title")} />
      <div className="read page-body">
        <section className="panel form-panel">
          <Alert kind="error" title={t("complete.status.unknown.title")} role="alert">
            <p>{t("complete.status.unknown.text")}</p>
          </Alert>
          <p className="form__do">
            <a className="btn" href={pathname + search}>
              {t("complete.checkAgain")}
            </a>
          </p>
        </section>
      </div>
    </>
  );
}
