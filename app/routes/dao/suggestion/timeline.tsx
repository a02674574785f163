import { useTranslation } from "react-i18next";
import { Time } from "~/components/text/time";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import type { SuggestionStatus } from "~/domain/dao";

/** The steps of a suggestion. RESULT is used while the result is open. */
type Step = SuggestionStatus | "RESULT";

const ways: Record<SuggestionStatus, readonly Step[]> = {
  UNDER_REVIEW: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  RETURNED: ["UNDER_REVIEW", "RETURNED"],
  IN_PROGRESS: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  PASSED: ["UNDER_REVIEW", "IN_PROGRESS", "PASSED"],
  REJECTED: ["UNDER_REVIEW", "IN_PROGRESS", "REJECTED"],
};

/** Shows the progress of the suggestion in one line; nothing if its status is unknown. */
export function Timeline({ suggestion }: { suggestion: SuggestionDetail }) {
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
              {...(index === here ? { "aria-current": "step" as const } : {})}
            >
              <b>{t(`suggestion.steps.${step}`)}</b>
              <span>
                {at ? <Time value={at} dateOnly /> : null}
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
