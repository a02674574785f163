import { type SuggestionSummary, standingOf, type VoteState, voteStateOf } from "~/domain/dao";
import sizes from "./vote-sizes.json";

export type VoteSize = keyof typeof sizes;

/** Measures of public/art/vote/lantern.svg, unscaled: from the flame to the top of the cap, and half of the drawing. */
const CAP = 79;
const HALF = 140;
/** Highest position of the lantern, 1 being the threshold. The text tells by how much the threshold is exceeded. */
const HIGHEST = 1.15;

const drawn = {
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
 * Returns the y coordinate of the lantern's cap, which marks the value, in the picture's units. It is on the ground
 * without votes in favour, and at the line if the threshold is reached.
 *
 * @param rise votes in favour divided by the required votes, 0 or more
 */
function capAt(size: VoteSize, rise: number): number {
  const { rest, line, scale } = sizes[size];
  const ground = rest - CAP * scale;
  return tenth(ground - (ground - line) * Math.min(HIGHEST, Math.max(0, rise)));
}

interface VotePictureProps {
  votes: Pick<SuggestionSummary, "agree" | "against" | "required" | "status" | "voting" | "left">;
  size: VoteSize;
}

/**
 * Picture of a vote: a lantern rises between two poles to a line. Sky, poles and people are a drawing per state
 * (art/people/dao.mjs); only the lantern's position is computed. Hidden from screen readers, because the text says the
 * same. Renders nothing if there is no threshold.
 */
export function VotePicture({ votes, size }: VotePictureProps) {
  const state = voteStateOf(votes);
  const { rise } = standingOf(votes).threshold ?? {};
  if (state === undefined) return null;
  const isWaiting = drawn[state] === "waiting";
  if (rise === undefined && !isWaiting && state !== "passed") return null;
  const { w, h, ground, scale } = sizes[size];
  const cap = capAt(size, rise ?? 0);
  const flame = cap + CAP * scale;
  const middle = w / 2;
  const isLit = drawn[state] === "open" || drawn[state] === "ending";
  const half = HALF * scale;
  return (
    <svg className="sky" data-size={size} viewBox={`0 0 ${w} ${h}`} width={w} height={h} aria-hidden="true">
      <image href={`/art/vote/${size}-${drawn[state]}.svg`} width={w} height={h} />
      {isLit ? (
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
      ) : state === "failed" && rise !== undefined && rise > 0.04 ? (
        <ellipse className="sky__reached" cx={middle} cy={tenth(flame)} rx={58 * scale} ry={70 * scale} />
      ) : null}
    </svg>
  );
}
