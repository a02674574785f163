import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { EmptyState } from "~/components/page/empty-state";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";

/** Shows one of two messages: no suggestion yet, or none that matches the filters. */
export function NothingFound({
  isMine,
  isFiltered,
  all,
}: {
  isMine: boolean;
  isFiltered: boolean;
  all: string;
}) {
  const { t } = useTranslation(["dao", "errors"]);
  if (isMine && !isFiltered) {
    return (
      <EmptyState
        picture="no-suggestions"
        level={3}
        title={dynamicKey(t, webMessage("055"))}
        text={t("dao:list.mineEmptyText")}
        action={<ButtonLink to={paths.dao.operatingMethod}>{t("dao:list.method")}</ButtonLink>}
      />
    );
  }
  if (!isFiltered)
    return (
      <EmptyState
        picture="no-suggestions"
        level={3}
        title={dynamicKey(t, webMessage("095"))}
        text={t("dao:home.noSuggestionText")}
      />
    );
  return (
    <EmptyState
      picture="no-results"
      level={3}
      title={dynamicKey(t, webMessage("095"))}
      text={t("dao:list.emptyText")}
      action={<ButtonLink to={all}>{t(isMine ? "dao:list.clear" : "dao:list.all")}</ButtonLink>}
    />
  );
}
