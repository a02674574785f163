import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type PropsWithChildren, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { goneOf } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { useUnsentDrafts } from "../document/draft";
import { useErrorReport } from "../document/error-report";
import { RequestIdContext } from "../document/server-contexts";
import { useRootData } from "../document/root-data";
import { Alert, ButtonLink, TextLink } from "../text/elements";
import { NextSteps } from "./next-steps";
import { StatePicture } from "./state-picture";

/** React hook for an error boundary: reports a crash, and returns what to show of the thrown value. */
function useShownError(error: unknown) {
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
    /** Key of the title that says what is gone; undefined for other errors. */
    goneTitle: message === undefined ? goneOf(key)?.title : undefined,
    /** True if the URL matches no page. A 404 of the API has a message key and does not count. */
    isNotFound: status === 404 && !messageKey,
    isSessionEnded: status === 401,
  };
}

/** Alerts about purchases in doubt, also on a failed page: the member may have paid and must not pay again. */
function PurchasesInDoubt() {
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
function ErrorStack({ error }: { error: unknown }) {
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
      picture="not-found"
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
        picture="trouble"
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
export const PageErrorBoundary = () => <PageError error={useRouteError()} />;

interface FullPageMessageProps {
  title: string;
  number?: string;
  text: ReactNode;
  /** Picture of a page head; only its right half is visible. */
  picture: "not-found" | "trouble";
  children?: ReactNode;
  action: ReactNode;
}

export const FullPageMessage = ({ title, number, text, picture, children, action }: FullPageMessageProps) => (
  <div className="lost" data-ground="night" data-under-header>
    <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
    <img className="lost__art" src={`/art/heads/${picture}.svg`} width={1600} height={400} alt="" />
    {number ? <p className="lost__number num">{number}</p> : null}
    <h1>{title}</h1>
    <p>{text}</p>
    {children}
    <div className="lost__do">{action}</div>
    <span className="mist mist--ink" aria-hidden="true" />
  </div>
);

interface WaysOnProps {
  /** Key of the message; undefined if it needs no next steps. */
  after: string | undefined;
  requestId?: string | undefined;
  isSignedOut: boolean;
}

function WaysOn({ after, requestId, isSignedOut }: WaysOnProps) {
  const { t } = useTranslation(["errors", "common"]);
  const { pathname, search } = useLocation();
  const gone = goneOf(after);
  return (
    <>
      <NextSteps after={after} />
      <RequestNumber id={requestId} />
      {gone ? (
        <ButtonLink to={gone.to}>{dynamicKey(t, gone.text)}</ButtonLink>
      ) : (
        // A plain link loads a new document, whatever state the scripts are in.
        <a className="btn btn--line" href={pathname + search}>
          {t("errors:boundary.retry")}
        </a>
      )}
      {isSignedOut ? (
        <ButtonLink to={paths.signInAgain(pathname + search)}>{t("common:nav.signIn")}</ButtonLink>
      ) : null}
    </>
  );
}

/** Panel for a part that could not be loaded. Its heading is of level 2 if the part is not inside a section. */
export function PartFailed({ messageKey, level = 3 }: { messageKey: string; level?: 2 | 3 }) {
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
export function PartOnlyBoundary() {
  const error = useRouteError();
  const { t } = useTranslation("errors");
  const { text, key, requestId, goneTitle, isNotFound, isSessionEnded } = useShownError(error);
  return (
    <div className="panel empty" role="alert">
      <ErrorStack error={error} />
      {isNotFound ? null : <StatePicture name={goneTitle ? "no-results" : "offline"} />}
      <h2>{goneTitle ? dynamicKey(t, goneTitle) : t(isNotFound ? "notFound.title" : "boundary.title")}</h2>
      <p>{isNotFound ? t("notFound.text") : text}</p>
      {isNotFound ? null : <WaysOn after={key} requestId={requestId} isSignedOut={isSessionEnded} />}
    </div>
  );
}

/** @param children parts of the page that do not need its loader, such as a filter */
export const PartErrorBoundary = ({
  notes = <PurchasesInDoubt />,
  children,
}: PropsWithChildren<{ notes?: ReactNode }>) => (
  <div className="wrap page-body grid gap-8">
    {notes}
    {children}
    <PartOnlyBoundary />
  </div>
);
