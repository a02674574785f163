import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../text/elements";
import { EmptyState } from "./list-parts";

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
