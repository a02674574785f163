import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/icon";
import { standingOf, type SuggestionSummary } from "~/domain/dao";
import { formatNumber } from "~/domain/number-format";
import { asLanguage, languageTags } from "~/i18n/languages";

interface ConditionsProps {
  votes: Pick<SuggestionSummary, "agree" | "against" | "required">;
  /** True if the vote has ended, so that an unmet condition is final. */
  isOver: boolean;
}

/** Shows both conditions for passing, each with an icon and as text. */
export function Conditions({ votes, isOver }: ConditionsProps) {
  const { t, i18n } = useTranslation("dao");
  const { agree, against, threshold } = standingOf(votes);
  if (!threshold) return null;
  const amount = formatNumber(threshold.required, languageTags[asLanguage(i18n.language)]);
  const conditions = [
    { text: t("vote.condition.enough", { amount }), isMet: threshold.missing <= 0 },
    { text: t("vote.condition.ahead"), isMet: agree > against },
  ];
  return (
    <>
      <p className="sr">{t("vote.condition.title")}</p>
      <ul className="conditions">
        {conditions.map(({ text, isMet }) => {
          const answer = isMet ? "met" : isOver ? "missed" : "open";
          return (
            <li key={text} data-answer={answer}>
              <Icon name={isMet ? "check" : isOver ? "close" : "ring"} />
              <span>
                {text}
                <span className="sr">: {t(`vote.condition.${answer}`)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
