import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dynamicKey } from "~/i18n/dynamic";
import { paths } from "~/domain/paths";
import { ButtonLink } from "./button-link";
import { PageError } from "./page-error";
import { RequestNumber } from "./request-number";
import { useUnsentDrafts } from "../document/draft";
import { useErrorReport } from "../document/error-report";

const SESSION_ENDED = "errors:http.401";

/** The panel in place of a part that could not be loaded: the catalogue's message, and the way to try again. */
export function PartFailed({ messageKey }: { messageKey: string }) {
  const { t } = useTranslation(["errors", "common"]);
  const { pathname, search } = useLocation();
  useUnsentDrafts();
  return (
    <div className="panel empty" role="alert">
      <h3>{t("errors:boundary.title")}</h3>
      <p>{dynamicKey(t, messageKey)}</p>
      <RequestNumber />
      {/* A plain link: it loads everything anew, whatever state the scripts are in. */}
      <a className="btn btn--line" href={pathname + search}>
        {t("errors:boundary.retry")}
      </a>
      {messageKey === SESSION_ENDED ? (
        <ButtonLink to={paths.signInAgain(pathname + search)}>{t("common:nav.signIn")}</ButtonLink>
      ) : null}
    </div>
  );
}

/** The error boundary of one part of a screen (a tab): the frame around it stays. */
export function PartError({ error }: { error: unknown }) {
  useErrorReport(error);
  const messageKey = isRouteErrorResponse(error)
    ? (error.data as { messageKey?: unknown } | null)?.messageKey
    : "errors:http.unexpected";
  return typeof messageKey === "string" ? (
    <PartFailed messageKey={messageKey} />
  ) : (
    <PageError error={error} />
  );
}
