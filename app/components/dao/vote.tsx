import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { standingOf, type VoteFacts, type VoteState, voteStateOf, wayOf } from "~/domain/dao";
import { FormattedNumber, Icon, useFormatNumber } from "../text/elements";
import "./dao.css";
import sizes from "./vote-sizes.json";

export type VoteSize = keyof typeof sizes;

interface VoteProps {
  votes: VoteFacts;
  size: VoteSize;
}

/** Placeholder for an element in a translated sentence. */
export const HOLE = "\u{fffc}";

/** A translated sentence with an element in place of HOLE, if it has one. */
export function Sentence({ text, hole }: { text: string; hole: ReactNode }) {
  const [before, after] = text.split(HOLE);
  return (
    <>
      {before}
      {after === undefined ? null : hole}
      {after}
    </>
  );
}

/** Distance to the threshold: the number of missing votes, or by how much the vote exceeded or missed it. */
export function Way({ votes }: { votes: VoteFacts }) {
  const { t } = useTranslation("dao");
  const number = useFormatNumber();
  const standing = standingOf(votes);
  const { threshold } = standing;
  const way = wayOf(voteStateOf(votes), standing);
  if (!way || !threshold) return null;
  const required = number(threshold.required);
  return (
    <p className="way">
      <Sentence
        text={t(`vote.way.${way}`, { number: HOLE, required })}
        hole={<b>{number(Math.abs(threshold.missing))}</b>}
      />
      {way === "missing" ? (
        <>
          {" "}
          <span className="soft">{t("vote.way.percent", { percent: threshold.percent, required })}</span>
        </>
      ) : null}
    </p>
  );
}

const sides = [
  { key: "agree", icon: "ring" },
  { key: "against", icon: "close" },
] as const;

/** Result of a vote as text and as a bar of all votes, hidden from screen readers because it repeats the text. */
export function Vote({ votes, size }: VoteProps) {
  const { t } = useTranslation("dao");
  const { shares, ...amounts } = standingOf(votes);
  return (
    <div className={`vote vote--${size}`}>
      {shares ? (
        <>
          <dl className="shares">
            {sides.map(({ key, icon }) => (
              <div key={key} className={`shares__${key}`}>
                <dt>
                  <Icon name={icon} />
                  {t(`vote.${key}`)}
                </dt>
                <dd>
                  <b>{t("vote.share", { percent: shares[key] })}</b>{" "}
                  {size === "row" ? null : (
                    <small>
                      <FormattedNumber value={amounts[key]} />
                    </small>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <span
            className="split"
            aria-hidden="true"
            style={{ "--agree-share": `${shares.agree}%` } as CSSProperties}
          >
            {sides.map(({ key }) => (shares[key] > 0 ? <i key={key} className={`split__${key}`} /> : null))}
          </span>
        </>
      ) : (
        <>
          <p className="soft small">{t("vote.nothing")}</p>
          <span className="split split--none" aria-hidden="true" />
        </>
      )}
      <Way votes={votes} />
    </div>
  );
}

/** Measures of public/art/vote/lantern.svg, unscaled: from the flame to the top of the cap, and half of the drawing. */
const CAP = 79;
const HALF = 140;
/** Highest position of the lantern, 1 being the threshold. The text tells by how much the threshold is exceeded. */
const HIGHEST = 1.15;

const drawings = {
  waiting: "waiting",
  returned: "waiting",
  open: "open",
  ending: "ending",
  counting: "open",
  passed: "passed",
  failed: "failed",
} as const satisfies Record<VoteState, string>;

const tenth = (value: number) => Math.round(value * 10) / 10;

/**
 * Picture of a vote: a lantern rises between two poles to a line. Sky, poles and people are a drawing per state
 * (brand/art/people/dao.mjs); only the lantern's position is computed. Hidden from screen readers, because the text
 * says the same. Renders nothing if there is no threshold.
 */
export function VotePicture({ votes, size }: VoteProps) {
  const state = voteStateOf(votes);
  if (state === undefined) return null;
  const drawing = drawings[state];
  const rise = standingOf(votes).threshold?.rise;
  if (rise === undefined && drawing !== "waiting" && drawing !== "passed") return null;
  const { w, h, ground, rest, line, scale } = sizes[size];
  // The lantern's cap marks the value: on the ground without votes in favour, at the line if the threshold is reached.
  const lowest = rest - CAP * scale;
  const cap = tenth(lowest - (lowest - line) * Math.min(HIGHEST, rise ?? 0));
  const flame = cap + CAP * scale;
  const middle = w / 2;
  const half = HALF * scale;
  return (
    <svg className="sky" data-size={size} viewBox={`0 0 ${w} ${h}`} width={w} height={h} aria-hidden="true">
      <image href={`/art/vote/${size}-${drawing}.svg`} width={w} height={h} />
      {drawing === "open" || drawing === "ending" ? (
        <>
          <path
            className="sky__string"
            d={`M${middle} ${tenth(flame + 76 * scale)}Q${middle + 3} ${tenth((flame + ground) / 2)} ${middle} ${ground + 2}`}
          />
          <image
            href="/art/vote/lantern.svg"
            x={tenth(middle - half)}
            y={tenth(flame - half)}
            width={tenth(2 * half)}
            height={tenth(2 * half)}
          />
        </>
      ) : drawing === "failed" && rise && rise > 0.04 ? (
        <ellipse className="sky__reached" cx={middle} cy={tenth(flame)} rx={58 * scale} ry={70 * scale} />
      ) : null}
    </svg>
  );
}
