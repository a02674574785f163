import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { Alert } from "../message/alert";
import { TextLink } from "./button-link";
import { ErrorState } from "./error-state";
import { NotFound } from "./not-found";
import { useUnsentDrafts } from "../document/draft";
import { useErrorReport } from "../document/error-report";
import { type RootData, useRootData } from "../document/root-data";

/** The message key of anything that was thrown: the catalogue's where the server applied it, else unexpected. */
function messageKeyOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const { messageKey } = (error.data ?? {}) as { messageKey?: unknown };
    if (typeof messageKey === "string") return messageKey;
    if (error.status === 404) return "errors:http.404";
    if (error.status === 403) return "errors:http.403";
  }
  return "errors:http.unexpected";
}

/** The sentence of the HTTP front, which refuses a form before the app sees it and knows the visitor's language. */
function frontMessageOf(error: unknown): string | undefined {
  const { message } = ((isRouteErrorResponse(error) && error.data) || {}) as { message?: unknown };
  return typeof message === "string" ? message : undefined;
}

/** The id that a failed answer carries itself: without the session the root's loader, which has it, fails too. */
function requestIdOf(error: unknown): string | undefined {
  const { requestId } = ((isRouteErrorResponse(error) && error.data) || {}) as { requestId?: unknown };
  return typeof requestId === "string" ? requestId : undefined;
}

/** What a page that failed still has to say: somebody may have paid, and must not do so again. */
function PurchasesInDoubt({ purchases }: { purchases: RootData["inDoubt"] }) {
  if (purchases.length === 0) return null;
  return (
    <div className="wrap page-body grid gap-4">
      {purchases.map(({ key, text, link }) => (
        <Alert key={key}>
          <p>{text}</p>
          <TextLink to={paths.store.purchase(key)} icon="arrow-right">
            {link}
          </TextLink>
        </Alert>
      ))}
    </div>
  );
}

/**
 * What an error boundary shows: the catalogue's message, the request's id, and a way on.
 * An unknown address has its own page; a 404 of the API keeps the catalogue's sentence.
 */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation("errors");
  const { pathname, search } = useLocation();
  const { inDoubt = [] } = useRootData() ?? {};
  useUnsentDrafts();
  useErrorReport(error);
  if (
    isRouteErrorResponse(error) &&
    error.status === 404 &&
    !(error.data as { messageKey?: string } | null)?.messageKey
  ) {
    return <NotFound />;
  }
  return (
    <>
      <PurchasesInDoubt purchases={inDoubt} />
      <ErrorState
        title={t("boundary.title")}
        text={frontMessageOf(error) ?? dynamicKey(t, messageKeyOf(error))}
        requestId={requestIdOf(error)}
        retryHref={pathname + search}
        signInHref={
          isRouteErrorResponse(error) && error.status === 401
            ? paths.signInAgain(pathname + search)
            : undefined
        }
      />
      {/* The build leaves it out; so does it what the error says to who is no developer. */}
      {import.meta.env.DEV && error instanceof Error && <pre className="container">{error.stack}</pre>}
    </>
  );
}
