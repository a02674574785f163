import { useTranslation } from "react-i18next";
import { OthersWords } from "~/components/text/others-words";
import { Prose } from "~/components/text/prose";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { Status } from "~/components/dao/status";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import { EmptyState } from "~/components/page/empty-state";
import { Time } from "~/components/text/time";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { Timeline } from "./timeline";

/** The suggestion itself; the empty state when the API knows none. */
export function SuggestionBody({ suggestion }: { suggestion: SuggestionDetail | null }) {
  const { t } = useTranslation(["dao", "errors"]);
  if (!suggestion) {
    return (
      <EmptyState
        picture="no-results"
        title={dynamicKey(t, webMessage("075"))}
        text={t("dao:suggestion.missing")}
        action={<ButtonLink to={paths.dao.suggestions()}>{t("dao:suggestion.back")}</ButtonLink>}
      />
    );
  }
  const { id, status, type, accountName, createdAt, html } = suggestion;
  const back = paths.dao.suggestion(id);
  return (
    <>
      <p className="article-facts">
        {status ? <Status value={status} /> : null}
        {type ? <span>{t(`dao:type.${type}`)}</span> : null}
        <span>
          <span className="sr">{t("dao:facts.by")} </span>
          <OthersWords text={accountName ?? t("dao:unknownAccount")} />
        </span>
        {createdAt ? (
          <span>
            <span className="sr">{t("dao:facts.at")} </span>
            <Time value={createdAt} dateOnly />
          </span>
        ) : null}
      </p>
      <h2 className="sr">{t("dao:suggestion.content")}</h2>
      {html ? <Prose html={html} /> : <p className="soft">{t("dao:suggestion.noContent")}</p>}
      <p className="dao-detail__report">
        <TextLink to={paths.dao.report({ target: "SUGGESTION", id, back })} rel="nofollow">
          {t("dao:suggestion.report")}
        </TextLink>
      </p>
      <Timeline suggestion={suggestion} />
    </>
  );
}
