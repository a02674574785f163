import { useTranslation } from "react-i18next";
import { Author } from "~/components/dao/author";
import { ReportLink } from "~/components/dao/report-link";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import { ButtonLink } from "~/components/page/button-link";
import { EmptyState } from "~/components/page/empty-state";
import { Prose } from "~/components/text/prose";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { Timeline } from "./timeline";

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
  const { id, accountName, createdAt, html, reason } = suggestion;
  return (
    <>
      <Author name={accountName} at={createdAt} role={t("dao:facts.by")} dateOnly />
      <h2 className="sr">{t("dao:suggestion.content")}</h2>
      {html ? <Prose html={html} /> : <p className="soft">{t("dao:suggestion.noContent")}</p>}
      {reason ? (
        <section id="reason" className="reason" aria-labelledby="reason-title">
          <h2 id="reason-title">{t("dao:suggestion.reason")}</h2>
          <p>{reason}</p>
        </section>
      ) : null}
      <Timeline suggestion={suggestion} />
      <p>
        <ReportLink target="SUGGESTION" id={id} back={paths.dao.suggestion(id)}>
          {t("dao:suggestion.report")}
        </ReportLink>
      </p>
    </>
  );
}
