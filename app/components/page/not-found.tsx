import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "./button-link";
import { FullPageMessage } from "./full-page-message";

export function NotFound() {
  const { t } = useTranslation(["errors", "common"]);
  return (
    <FullPageMessage
      scene="not-found"
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
