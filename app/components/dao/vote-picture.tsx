import { type SuggestionSummary, standingOf, type VoteState, voteStateOf } from "~/domain/dao";
import sizes from "./vote-sizes.json";

export type VoteSize = keyof typeof sizes;

/** From the lantern's flame to the top of its cap, and half of its drawing (public/art/vote/lantern.svg), unscaled. */
const CAP = 79;
const HALF = 140;
/** Above the line it stops: by how much it is exceeded is for the figures to say. */
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
 * Where the lantern's cap is, in the picture's units: the cap is what is measured. On the ground without votes in
 * favour, at the line with as many as are needed.
 *
 * @param rise votes in favour as a part of those needed, 0 and more
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
 * A vote as a lantern that rises between two poles to a line. Sky, poles and people are a drawing for each state
 * (art/people/dao.mjs); what is measured is drawn here. The words beside it say the same, so readers pass over it.
 * Nothing where there is no threshold to rise to.
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
    <svg
      className="sky"
      data-size={size}
      viewBox={`0 0 ${w} ${h}`}
      width={w}
      height={h}
      aria-hidden="true"
      focusable="false"
    >
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
