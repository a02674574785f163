import { useTranslation } from "react-i18next";
import { Author, ReportLink } from "~/components/dao/discussion";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import { ButtonLink, Prose } from "~/components/text/elements";
import { EmptyState } from "~/components/page/list-parts";
import { Time } from "~/components/text/time";
import type { SuggestionStatus } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";

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

/** The steps of a suggestion. RESULT is used while the result is open. */
type Step = SuggestionStatus | "RESULT";

const ways: Record<SuggestionStatus, readonly Step[]> = {
  UNDER_REVIEW: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  RETURNED: ["UNDER_REVIEW", "RETURNED"],
  IN_PROGRESS: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  PASSED: ["UNDER_REVIEW", "IN_PROGRESS", "PASSED"],
  REJECTED: ["UNDER_REVIEW", "IN_PROGRESS", "REJECTED"],
};

function Timeline({ suggestion }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation("dao");
  const { status, createdAt, startAt, endAt } = suggestion;
  if (!status) return null;
  const way = ways[status];
  const here = way.indexOf(status);
  const moments: Partial<Record<Step, string | undefined>> = {
    UNDER_REVIEW: createdAt,
    IN_PROGRESS: startAt,
    PASSED: endAt,
    REJECTED: endAt,
  };
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="sr">
        {t("suggestion.timeline")}
      </h2>
      <ol className="dao-way">
        {way.map((step, index) => {
          const at = index <= here ? moments[step] : undefined;
          return (
            <li
              key={step}
              data-state={index < here ? "done" : index === here ? "here" : "ahead"}
              aria-current={index === here ? "step" : undefined}
            >
              <b>{t(`suggestion.steps.${step}`)}</b>
              <span>
                <Time value={at} dateOnly />
                {at && index === here ? <i> · </i> : null}
                {index === here ? t("suggestion.now") : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
