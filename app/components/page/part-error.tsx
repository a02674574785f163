import { useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { useUnsentDrafts } from "../document/draft";
import { ButtonLink } from "./button-link";
import { NextSteps } from "./next-steps";
import { ErrorStack, PurchasesInDoubt, RequestNumber, useShownError } from "./page-error";
import { StatePicture } from "./state-picture";

interface WaysOnProps {
  /** Key of the message; undefined if it needs no next steps. */
  after: string | undefined;
  requestId?: string | undefined;
  isSignedOut: boolean;
}

function WaysOn({ after, requestId, isSignedOut }: WaysOnProps) {
  const { t } = useTranslation(["errors", "common"]);
  const { pathname, search } = useLocation();
  return (
    <>
      <NextSteps after={after} />
      <RequestNumber id={requestId} />
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
      <StatePicture name={messageKey === "errors:http.403" ? "locked" : "offline"} />
      <Heading>{t("boundary.part")}</Heading>
      <p>{dynamicKey(t, messageKey)}</p>
      <WaysOn after={messageKey} isSignedOut={messageKey === "errors:http.401"} />
    </div>
  );
}

/** Error panel of a page inside a layout; the layout stays. */
function PartError({ error }: { error: unknown }) {
  const { t } = useTranslation("errors");
  const { text, key, requestId, isNotFound, isSessionEnded } = useShownError(error);
  return (
    <div className="panel empty" role="alert">
      <ErrorStack error={error} />
      {isNotFound ? null : <StatePicture name="offline" />}
      <h2>{t(isNotFound ? "notFound.title" : "boundary.title")}</h2>
      <p>{isNotFound ? t("notFound.text") : text}</p>
      {isNotFound ? null : <WaysOn after={key} requestId={requestId} isSignedOut={isSessionEnded} />}
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

export function PartOnlyBoundary() {
  return <PartError error={useRouteError()} />;
}
