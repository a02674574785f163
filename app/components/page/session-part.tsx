import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isMemberPath } from "~/domain/member-paths";
import { memberName } from "~/domain/member-name";
import { isStorePath } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { useRootData } from "../document/root-data";
import { useSessionOfTab, useSignedIn } from "../document/auth-channel";
import { ButtonLink } from "../text/elements";
import { FullPageMessage } from "./page-error";

/** Content of a page, or an invitation to sign in if the member for whom it was loaded is no longer signed in. */
export function SessionPart({ children }: { children: ReactNode }) {
  useSessionOfTab();
  const loadedFor = useRootData()?.who;
  const { who } = useSignedIn();
  const { pathname } = useLocation();
  return loadedFor && who !== loadedFor && isMemberPath(pathname) ? <SessionInvitation /> : children;
}

function SessionInvitation() {
  const { t, i18n } = useTranslation("common");
  const { who, user } = useSignedIn();
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const name = user ? (memberName(user, i18n.language) ?? user.email) : undefined;
  return (
    <FullPageMessage
      picture="trouble"
      title={who ? t("session.otherTitle") : t("session.title")}
      text={
        <span role="status">
          {who ? (name ? t("session.otherText", { name }) : t("session.otherUnnamed")) : t("session.text")}
          {!who && isStorePath(pathname) ? ` ${t("session.purchase")}` : null}
        </span>
      }
      action={
        <>
          {who ? (
            <a className="btn" href={back}>
              {t("form.stale.again")}
            </a>
          ) : (
            <ButtonLink to={paths.signIn(back)}>{t("nav.signIn")}</ButtonLink>
          )}
          <ButtonLink to={paths.home} look="line">
            {t("session.home")}
          </ButtonLink>
        </>
      }
    />
  );
}
