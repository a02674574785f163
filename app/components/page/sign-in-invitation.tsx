import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "./button-link";
import { EmptyState } from "./empty-state";

/** In place of inquiries, for who is signed out: the address is public, what it shows is not. */
export function SignInInvitation({ back }: { back: string }) {
  const { t } = useTranslation("support");
  return (
    <EmptyState
      picture="locked"
      title={t("invite.title")}
      text={
        <>
          {t("invite.text")}
          <span className="block">{t("invite.guest")}</span>
        </>
      }
      action={<ButtonLink to={paths.signIn(back)}>{t("inquiry.signIn")}</ButtonLink>}
    />
  );
}
