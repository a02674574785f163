import { useTranslation } from "react-i18next";
import { Time } from "~/components/text/time";
import type { SuggestionDetail } from "~/components/dao/use-suggestion";
import type { SuggestionStatus } from "~/domain/dao";

/** The steps that a suggestion takes; RESULT stands where it is still open whether it will pass. */
type Step = SuggestionStatus | "RESULT";

const ways: Record<SuggestionStatus, readonly Step[]> = {
  UNDER_REVIEW: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  RETURNED: ["UNDER_REVIEW", "RETURNED"],
  IN_PROGRESS: ["UNDER_REVIEW", "IN_PROGRESS", "RESULT"],
  PASSED: ["UNDER_REVIEW", "IN_PROGRESS", "PASSED"],
  REJECTED: ["UNDER_REVIEW", "IN_PROGRESS", "REJECTED"],
};

/** How the suggestion came to where it is, with the reason of the result; nothing when its status is not known. */
export function Timeline({ suggestion }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation("dao");
  const { status, createdAt, startAt, endAt, reason } = suggestion;
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
    <section aria-labelledby="timeline" className="timeline">
      <h2 id="timeline">{t("suggestion.timeline")}</h2>
      <ol>
        {way.map((step, index) => {
          const at = moments[step];
          return (
            <li
              key={step}
              data-state={index < here ? "done" : index === here ? "here" : "ahead"}
              {...(index === here ? { "aria-current": "step" as const } : {})}
            >
              <p className="timeline__step">
                <strong>{t(`suggestion.steps.${step}`)}</strong>
                {at && index <= here ? (
                  <span className="soft small">
                    <Time value={at} dateOnly={step === "UNDER_REVIEW"} />
                    {step === "UNDER_REVIEW" ? null : " JST"}
                  </span>
                ) : null}
                {index === here ? <span className="timeline__now">{t("suggestion.now")}</span> : null}
              </p>
              {index === here && reason ? (
                <p className="timeline__reason">
                  <b>{t("suggestion.reason")}</b>
                  {reason}
                </p>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
