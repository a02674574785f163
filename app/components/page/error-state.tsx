import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "./button-link";
import { FullPageMessage } from "./full-page-message";
import { RequestNumber } from "./request-number";

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

export function ErrorState({ title, text, next, requestId, retryHref, signInHref }: ErrorStateProps) {
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
