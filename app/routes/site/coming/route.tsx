import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/button-link";
import { EmptyState } from "~/components/empty-state";
import { PageHead } from "~/components/page-head";
import { paths } from "~/domain/paths";

/** Stands in for a screen whose issue is still open. */
export default function Coming() {
  const { t } = useTranslation("common");
  return (
    <>
      <PageHead title={t("coming.title")} />
      <div className="wrap page-body">
        <EmptyState
          title={t("coming.title")}
          text={t("coming.text")}
          action={<ButtonLink to={paths.home}>{t("coming.home")}</ButtonLink>}
        />
      </div>
    </>
  );
}
