import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { standingOf, type SuggestionSummary, voteStateOf, wayOf } from "~/domain/dao";
import { formatNumber } from "~/domain/number-format";
import { asLanguage, languageTags } from "~/i18n/languages";
import { FormattedNumber } from "../text/formatted-number";
import { Icon } from "../text/icon";
import "./dao.css";
import type { VoteSize } from "./vote-picture";

interface VoteProps {
  votes: Pick<SuggestionSummary, "agree" | "against" | "required" | "status" | "voting" | "left">;
  size: VoteSize;
}

/** Placeholder for the number in a translated sentence. */
const NUMBER = "\u{fffc}";

/** Distance to the threshold: the number of missing votes, or by how much the vote exceeded or missed it. */
export function Way({ votes }: { votes: VoteProps["votes"] }) {
  const { t, i18n } = useTranslation("dao");
  const standing = standingOf(votes);
  const { threshold } = standing;
  const way = wayOf(voteStateOf(votes), standing);
  if (!way || !threshold) return null;
  const number = (value: number) => formatNumber(value, languageTags[asLanguage(i18n.language)]);
  const required = number(threshold.required);
  const [before, after] = t(`vote.way.${way}`, { number: NUMBER, required }).split(NUMBER);
  return (
    <p className="way">
      {before}
      {after === undefined ? null : (
        <>
          <b>{number(Math.abs(threshold.missing))}</b>
          {after}
        </>
      )}
      {way === "missing" ? (
        <>
          {" "}
          <span className="soft">{t("vote.way.percent", { percent: threshold.percent, required })}</span>
        </>
      ) : null}
    </p>
  );
}

/**
 * Result of a vote as text and as a bar whose full width is all votes. The bar is hidden from screen readers, because
 * it repeats the text.
 */
export function Vote({ votes, size }: VoteProps) {
  const { t } = useTranslation("dao");
  const { agree, against, shares } = standingOf(votes);
  const sides = shares && [
    { key: "agree", icon: "ring", share: shares.agree, amount: agree } as const,
    { key: "against", icon: "close", share: shares.against, amount: against } as const,
  ];
  return (
    <div className={`vote vote--${size}`}>
      {sides ? (
        <dl className="shares">
          {sides.map(({ key, icon, share, amount }) => (
            <div key={key} className={`shares__${key}`}>
              <dt>
                <Icon name={icon} />
                {t(`vote.${key}`)}
              </dt>
              <dd>
                <b>{t("vote.share", { percent: share })}</b>{" "}
                {size === "row" ? null : (
                  <small>
                    <FormattedNumber value={amount} />
                  </small>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="soft small">{t("vote.nothing")}</p>
      )}
      {shares ? (
        <span
          className="split"
          aria-hidden="true"
          style={{ "--agree-share": `${shares.agree}%` } as CSSProperties}
        >
          {shares.agree > 0 ? <i className="split__agree" /> : null}
          {shares.against > 0 ? <i className="split__against" /> : null}
        </span>
      ) : (
        <span className="split split--none" aria-hidden="true" />
      )}
      <Way votes={votes} />
    </div>
  );
}
