import { useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Alert } from "~/components/message/alert";
import { NextSteps } from "./next-steps";
import { TextLink, ButtonLink } from "./button-link";
import { errorKeyOf, errorText, isNotFound, isSessionEnded, requestIdOf } from "./error-text";
import { NotFound } from "./not-found";
import { useUnsentDrafts } from "~/components/document/draft";
import { useErrorReport } from "~/components/document/error-report";
import { useRootData } from "~/components/document/root-data";
import type { ReactNode } from "react";
import { FullPageMessage } from "./full-page-message";
import { RequestNumber } from "./request-number";

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

/**
 * Stack trace, first on the page, where it is seen without scrolling. Development only: the production build removes
 * this branch, so visitors never see one.
 */
export function ErrorStack({ error }: { error: unknown }) {
  return import.meta.env.DEV && error instanceof Error ? (
    <pre className="container">{error.stack}</pre>
  ) : null;
}

/**
 * Content of an error boundary: the catalogue's message, the request id, and links. An unknown URL has its own page; a
 * 404 of the API keeps the catalogue's message.
 */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation("errors");
  const { pathname, search } = useLocation();
  useUnsentDrafts();
  useErrorReport(error);
  if (isNotFound(error)) return <NotFound />;
  return (
    <>
      <ErrorStack error={error} />
      <div className="wrap page-body grid gap-4 empty:hidden">
        <PurchasesInDoubt />
      </div>
      <ErrorState
        title={t("boundary.title")}
        text={errorText(t, error)}
        next={<NextSteps after={errorKeyOf(error)} />}
        requestId={requestIdOf(error)}
        retryHref={pathname + search}
        signInHref={isSessionEnded(error) ? paths.signInAgain(pathname + search) : undefined}
      />
    </>
  );
}

/** Error boundary of a layout: for its own loader, and for errors that its pages do not handle. */
export function PageErrorBoundary() {
  return <PageError error={useRouteError()} />;
}

interface ErrorStateProps {
  title: string;
  /** Translated message from the catalogue. */
  text: string;
  /** What the reader can do next, if the message does not say it. */
  next?: ReactNode;
  /** Request id in the server's log, if it differs from the root loader's. */
  requestId?: string | undefined;
  /** URL of "load again": the same page, as a new document. */
  retryHref?: string;
  /** URL of the sign-in page, if the page needs a session. */
  signInHref?: string | undefined;
}

function ErrorState({ title, text, next, requestId, retryHref, signInHref }: ErrorStateProps) {
  const { t } = useTranslation(["errors", "common"]);
  return (
    <FullPageMessage
      scene="trouble"
      title={title}
      text={text}
      action={
        <>
          {signInHref ? <ButtonLink to={signInHref}>{t("common:nav.signIn")}</ButtonLink> : null}
          {retryHref ? (
            <a className="btn" href={retryHref}>
              {t("errors:boundary.retry")}
            </a>
          ) : null}
          <ButtonLink to={paths.home} look="line">
            {t("errors:boundary.home")}
          </ButtonLink>
        </>
      }
    >
      {next}
      <RequestNumber id={requestId} />
    </FullPageMessage>
  );
}
