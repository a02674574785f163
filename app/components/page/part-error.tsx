import { useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { ButtonLink } from "./button-link";
import { errorKeyOf, errorText, isNotFound, isSessionEnded, requestIdOf } from "./error-text";
import { ErrorStack, PurchasesInDoubt } from "./page-error";
import { StatePicture } from "./state-picture";
import { RequestNumber } from "./request-number";
import { NextSteps } from "./next-steps";
import { useUnsentDrafts } from "../document/draft";
import { useErrorReport } from "../document/error-report";

const SESSION_ENDED = "errors:http.401";
const NOT_ALLOWED = "errors:http.403";

/** Links to retry, and to sign in if the session has ended. */
function WaysOn({ isSignedOut }: { isSignedOut: boolean }) {
  const { t } = useTranslation(["errors", "common"]);
  const { pathname, search } = useLocation();
  return (
    <>
      {/* A plain link loads a new document, whatever state the scripts are in. */}
      <a className="btn btn--line" href={pathname + search}>
        {t("errors:boundary.retry")}
      </a>
      {isSignedOut ? (
        <ButtonLink to={paths.signInAgain(pathname + search)}>{t("common:nav.signIn")}</ButtonLink>
      ) : null}
    </>
  );
}

interface PartFailedProps {
  messageKey: string;
  /** Heading level: 2 if the part is not inside a section. */
  level?: 2 | 3;
}

/** Panel for a part that could not be loaded: the catalogue's message and a retry link. */
export function PartFailed({ messageKey, level = 3 }: PartFailedProps) {
  const Heading = `h${level}` as const;
  const { t } = useTranslation("errors");
  useUnsentDrafts();
  return (
    <div className="panel empty" role="alert">
      <StatePicture name={messageKey === NOT_ALLOWED ? "locked" : "offline"} />
      <Heading>{t("boundary.part")}</Heading>
      <p>{dynamicKey(t, messageKey)}</p>
      <NextSteps after={messageKey} />
      <RequestNumber />
      <WaysOn isSignedOut={messageKey === SESSION_ENDED} />
    </div>
  );
}

/** Error panel of a page inside a layout; the layout stays. */
function PartError({ error }: { error: unknown }) {
  const { t } = useTranslation("errors");
  useUnsentDrafts();
  useErrorReport(error);
  const isMissing = isNotFound(error);
  return (
    <div className="panel empty" role="alert">
      <ErrorStack error={error} />
      {isMissing ? null : <StatePicture name="offline" />}
      <h2>{t(isMissing ? "notFound.title" : "boundary.title")}</h2>
      <p>{isMissing ? t("notFound.text") : errorText(t, error)}</p>
      {isMissing ? null : (
        <>
          <NextSteps after={errorKeyOf(error)} />
          <RequestNumber id={requestIdOf(error)} />
          <WaysOn isSignedOut={isSessionEnded(error)} />
        </>
      )}
    </div>
  );
}

interface PartErrorBoundaryProps {
  notes?: ReactNode;
  /** Parts of the page that do not need its loader, such as a filter. */
  children?: ReactNode;
}

export function PartErrorBoundary({ notes = <PurchasesInDoubt />, children }: PartErrorBoundaryProps) {
  const error = useRouteError();
  return (
    <div className="wrap page-body grid gap-8">
      {notes}
      {children}
      <PartError error={error} />
    </div>
  );
}

/** Shows only `PartError`, for a page inside a panel of its layout. */
export function PartOnlyBoundary() {
  return <PartError error={useRouteError()} />;
}
