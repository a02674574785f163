import { useTranslation } from "react-i18next";
import { FormattedNumber } from "~/components/text/formatted-number";
import type { Standing, VotingState } from "~/domain/dao";
import { formatNumber } from "~/domain/number-format";
import { asLanguage, languageTags } from "~/i18n/languages";

interface ThresholdProps {
  standing: Standing;
  required: number | undefined;
  state: VotingState | undefined;
}

/** What it takes to pass, and what is missing to it. */
export function Threshold({ standing, required, state }: ThresholdProps) {
  const { t, i18n } = useTranslation("dao");
  const { missing } = standing;
  if (missing === undefined || required === undefined) return null;
  const amount = formatNumber(missing, languageTags[asLanguage(i18n.language)]);
  return (
    <div className="threshold">
      <p>
        <span className="threshold__mark" aria-hidden="true" />
        {t("vote.required")}
        <b className="num">
          <FormattedNumber value={required} />
        </b>
      </p>
      <p className="soft small">
        {missing === 0
          ? t("vote.reached")
          : state === "ended"
            ? t("vote.missed", { amount })
            : t("vote.missing", { count: missing })}
      </p>
    </div>
  );
}
