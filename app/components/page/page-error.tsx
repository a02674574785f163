import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { useUnsentDrafts } from "../document/draft";
import { useErrorReport } from "../document/error-report";
import { RequestIdContext } from "../document/server-contexts";
import { useRootData } from "../document/root-data";
import { Alert } from "../message/alert";
import { ButtonLink, TextLink } from "./button-link";
import { FullPageMessage } from "./full-page-message";
import { NextSteps } from "./next-steps";

/** React hook for an error boundary: reports a crash, and returns what to show of the thrown value. */
export function useShownError(error: unknown) {
  const { t } = useTranslation("errors");
  useUnsentDrafts();
  useErrorReport(error);
  const { status, data } = isRouteErrorResponse(error) ? error : { status: undefined, data: undefined };
  // The HTTP front rejects some requests before the app handles them, with a translated `message`.
  const { message, messageKey, requestId } = (data ?? {}) as Partial<Record<string, string>>;
  const key = messageKey ?? `errors:http.${status === 403 || status === 404 ? status : "unexpected"}`;
  return {
    text: message ?? dynamicKey(t, key),
    /** Key of the text, for its next steps; a message of the HTTP front needs none. */
    key: message === undefined ? key : undefined,
    requestId,
    /** True if the URL matches no page. A 404 of the API has a message key and does not count. */
    isNotFound: status === 404 && !messageKey,
    isSessionEnded: status === 401,
  };
}

/** Alerts about purchases in doubt, also on a failed page: the member may have paid and must not pay again. */
export function PurchasesInDoubt() {
  const { inDoubt: purchases = [] } = useRootData() ?? {};
  return purchases.map(({ key, text, link }) => (
    <Alert key={key}>
      <p>{text}</p>
      <TextLink to={paths.store.purchase(key)} icon="arrow-right">
        {link}
      </TextLink>
    </Alert>
  ));
}

/** In development only: the stack trace, first on the page, where it is seen without scrolling. */
export function ErrorStack({ error }: { error: unknown }) {
  return import.meta.env.DEV && error instanceof Error ? (
    <pre className="container">{error.stack}</pre>
  ) : null;
}

/** Shows the request id under which the server has logged this request; `id` is that of the failed response. */
export function RequestNumber({ id }: { id?: string | undefined }) {
  const { t } = useTranslation("errors");
  const idOfDocument = useContext(RequestIdContext);
  const requestId = useRootData()?.requestId ?? id ?? idOfDocument();
  if (!requestId) return null;
  return (
    <p className="lost__id small">
      {t("boundary.id")}
      <code>{requestId}</code>
    </p>
  );
}

export function NotFound() {
  const { t } = useTranslation(["errors", "common"]);
  return (
    <FullPageMessage
      scene="not-found"
      number="404"
      title={t("errors:notFound.title")}
      text={t("errors:notFound.text")}
      action={
        <>
          <ButtonLink to={paths.home}>{t("common:button.home")}</ButtonLink>
          <ButtonLink to={paths.news()} look="line">
            {t("common:button.readNews")}
          </ButtonLink>
        </>
      }
    />
  );
}

export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation(["errors", "common"]);
  const { pathname, search } = useLocation();
  const { text, key, requestId, isNotFound, isSessionEnded } = useShownError(error);
  if (isNotFound) return <NotFound />;
  return (
    <>
      <ErrorStack error={error} />
      <div className="wrap page-body grid gap-4 empty:hidden">
        <PurchasesInDoubt />
      </div>
      <FullPageMessage
        scene="trouble"
        title={t("errors:boundary.title")}
        text={text}
        action={
          <>
            {isSessionEnded ? (
              <ButtonLink to={paths.signInAgain(pathname + search)}>{t("common:nav.signIn")}</ButtonLink>
            ) : null}
            <a className="btn" href={pathname + search}>
              {t("errors:boundary.retry")}
            </a>
            <ButtonLink to={paths.home} look="line">
              {t("errors:boundary.home")}
            </ButtonLink>
          </>
        }
      >
        <NextSteps after={key} />
        <RequestNumber id={requestId} />
      </FullPageMessage>
    </>
  );
}

/** Error boundary of a layout: for its own loader, and for errors that its pages do not handle. */
export function PageErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
