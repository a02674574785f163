import { useTranslation } from "react-i18next";
import { standingOf, type SuggestionSummary } from "~/domain/dao";
import { FormattedNumber } from "../text/formatted-number";
import { Lantern } from "./lantern";
import "./dao.css";

interface VoteBarsProps {
  votes: Pick<SuggestionSummary, "agree" | "against" | "required">;
  /** In a list: lower bars, numbers in one line. */
  small?: boolean;
}

/**
 * Agree and against as two bars of one scale, each with its number; a line stands where the threshold is. The bars
 * only repeat what the numbers say, so screen readers pass over them.
 */
export function VoteBars({ votes, small = false }: VoteBarsProps) {
  const { t } = useTranslation("dao");
  const standing = standingOf(votes);
  const rows = [
    {
      key: "agree",
      label: t("vote.agree"),
      amount: standing.agree,
      length: standing.agreeLength,
      share: standing.agreeShare,
    },
    {
      key: "against",
      label: t("vote.against"),
      amount: standing.against,
      length: standing.againstLength,
      share: standing.againstShare,
    },
  ];
  const bars = (
    <dl className={small ? "votes votes--small" : "votes"}>
      {rows.map(({ key, label, amount, length, share }) => (
        <div key={key} className={`votes__row votes__row--${key}`}>
          <dt>{label}</dt>
          <dd>
            <b className="num">
              <FormattedNumber value={amount} />
            </b>
            {share === undefined ? null : <small>{t("vote.share", { percent: share })}</small>}
          </dd>
          <dd className="votes__bar" aria-hidden="true">
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" width="100" height="10" focusable="false">
              <rect width={length} height="10" />
              {standing.thresholdAt === undefined ? null : (
                <line
                  x1={standing.thresholdAt}
                  x2={standing.thresholdAt}
                  y1="0"
                  y2="10"
                  vectorEffect="non-scaling-stroke"
                />
              )}
            </svg>
          </dd>
        </div>
      ))}
    </dl>
  );
  if (small || standing.thresholdAt === undefined) return bars;
  return (
    <div className="votes-sky">
      <Lantern rise={standing.agreeLength / standing.thresholdAt} />
      {bars}
    </div>
  );
}
