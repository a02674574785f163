import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "./button-link";
import { FullPageMessage } from "./full-page-message";
import { RequestNumber } from "./request-number";

interface ErrorStateProps {
  title: string;
  /** The catalogue's message, translated. */
  text: string;
  /** What its reader can do next, where the message does not say it. */
  next?: ReactNode;
  /** The number under which the server's log has this request, where it is not the root loader's. */
  requestId?: string | undefined;
  /** Where "load again" leads: the same address, loaded anew. */
  retryHref?: string;
  /** Where to sign in, when that is what the address needs. */
  signInHref?: string | undefined;
}

/** What an error boundary shows instead of its page. */
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
