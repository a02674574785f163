/** Text, bar and lantern of a vote: for a thousand random votes, the text and the drawings must agree. */
import { describe, expect, it } from "vitest";
import { Vote, VotePicture, type VoteSize } from "~/components/dao/vote";
import sizes from "~/components/dao/vote-sizes.json";
import { suggestionStatuses, type VoteFacts as Votes } from "~/domain/dao";
import { formatNumber } from "~/domain/number-format";
import { languages, languageTags, type Language } from "~/i18n/languages";
import { random, seedOf } from "../../../kit/data/random";
import { markup } from "../markup";

const VOTES = 1_000;
/** Lengths in the lantern's drawing: from the top of its cap to its flame, and half of the height around it. */
const [CAP, HALF] = [79, 140];

function drawn(votes: Votes, size: VoteSize, lng: Language): { words: string; picture: string } {
  return {
    words: markup(<Vote votes={votes} size={size} />, lng),
    picture: markup(<VotePicture votes={votes} size={size} />, lng),
  };
}

const text = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
/** Returns the percentages in the text, in document order. */
const said = (html: string) => [...html.matchAll(/<b>(\d+)\s?%<\/b>/g)].map(([, percent]) => Number(percent));
const drawnShare = (html: string) => Number(/--agree-share:(\d+)%/.exec(html)?.[1]);

describe("the picture of a vote", () => {
  it(`draws what it says, for ${VOTES} random votes`, () => {
    const seed = seedOf("VOTES_SEED");
    console.log(`votes: VOTES_SEED=${seed}`);
    const next = random(seed);
    const whole = (most: number) => Math.floor(next() * (most + 1));
    const of = <T,>(list: readonly T[]) => list[whole(list.length - 1)] as T;
    for (let i = 0; i < VOTES; i++) {
      const most = of([0, 1, 3, 100, 70_000, 10 ** 9]);
      const [agree, against, required] = [whole(most), whole(of([0, 1, most])), 1 + whole(most)];
      const status = of(suggestionStatuses);
      const voting = status === "IN_PROGRESS" ? of(["open", "ended"] as const) : "ended";
      const amounts = { agree_amount: agree, against_amount: against, required_amount: required };
      const votes: Votes = { ...amounts, status, voting };
      const size = of(Object.keys(sizes) as VoteSize[]);
      const lng = of(languages);
      const { words, picture } = drawn(votes, size, lng);
      const told = `${i}, VOTES_SEED=${seed}: ${JSON.stringify({ ...votes, size, lng })}`;

      const shares = said(words);
      if (agree + against === 0) {
        expect(shares, told).toEqual([]);
        expect(words, told).toContain("split--none");
      } else {
        const [yes = 0, no = 0] = shares;
        expect(yes + no, told).toBe(100);
        expect(drawnShare(words), told).toBe(yes);
        expect(Math.abs(yes - (100 * agree) / (agree + against)), told).toBeLessThanOrEqual(1);
        if (agree > 0 && against > 0) expect(yes > 0 && no > 0, told).toBe(true);
        // A side without votes has no segment in the bar.
        expect(words.includes("split__agree"), told).toBe(agree > 0);
        expect(words.includes("split__against"), told).toBe(against > 0);
      }

      if (status === "IN_PROGRESS" && voting === "open" && agree < required) {
        const number = (value: number) => formatNumber(value, languageTags[lng]);
        const percent = (BigInt(agree) * 100n) / BigInt(required);
        const sentence = text(/<p class="way">.*?<\/p>/.exec(words)?.[0] ?? "");
        expect(sentence, told).toContain(number(required - agree));
        expect(sentence, told).toMatch(new RegExp(`(?<![\\d,.])${percent}%`));
      }

      const lantern = /lantern\.svg" x="[\d.]+" y="(-?[\d.]+)"/.exec(picture)?.[1];
      const { rest, line, scale } = sizes[size];
      const ground = rest - CAP * scale;
      const rise = Math.min(1.15, agree / required);
      if (status === "IN_PROGRESS") {
        const cap = Number(lantern) + (HALF - CAP) * scale;
        expect(Math.abs(cap - (ground - (ground - line) * rise)), told).toBeLessThan(0.3);
      } else {
        // The lantern is drawn only while the vote is in progress.
        expect(lantern, told).toBeUndefined();
      }
      const reached = /<ellipse [^>]*cy="(-?[\d.]+)"/.exec(picture)?.[1];
      if (status === "REJECTED" && rise > 0.05) {
        const cap = Number(reached) - CAP * scale;
        expect(Math.abs(cap - (ground - (ground - line) * rise)), told).toBeLessThan(0.3);
      }
    }
  });

  it("touches the line with as many as are needed, and stays below it with one less", () => {
    for (const size of Object.keys(sizes) as VoteSize[]) {
      const cap = (agree: number) => {
        const votes: Votes = {
          agree_amount: agree,
          required_amount: 10,
          status: "IN_PROGRESS",
          voting: "open",
        };
        const { picture } = drawn(votes, size, "ja");
        return (
          Number(/lantern\.svg" x="[\d.]+" y="(-?[\d.]+)"/.exec(picture)?.[1]) +
          (HALF - CAP) * sizes[size].scale
        );
      };
      expect(cap(10)).toBeCloseTo(sizes[size].line, 0);
      expect(cap(9)).toBeGreaterThan(sizes[size].line + 1);
      expect(cap(0)).toBeCloseTo(sizes[size].rest - CAP * sizes[size].scale, 0);
    }
  });

  it("says nothing twice to readers: both drawings are hidden from them", () => {
    const votes: Votes = {
      agree_amount: 41_860,
      against_amount: 9240,
      required_amount: 60_000,
      status: "IN_PROGRESS",
      voting: "open",
    };
    const { words, picture } = drawn(votes, "page", "ja");
    expect(picture).toMatch(/^<svg [^>]*aria-hidden="true"/);
    expect(words).toMatch(/<span class="split" aria-hidden="true"/);
    expect(text(words.replace(/<span class="split".*?<\/span>/, ""))).toBe(
      " 賛成 82% 41,860 反対 18% 9,240 可決まで、賛成があと 18,140 票 （必要な60,000票の69%） ",
    );
    // Rows are short: only the suggestion's page shows the amounts.
    expect(text(drawn(votes, "row", "ja").words)).not.toContain("41,860");
  });

  it("is not there where there is no threshold to rise to", () => {
    expect(drawn({ agree_amount: 5, status: "IN_PROGRESS", voting: "open" }, "row", "en").picture).toBe("");
    expect(drawn({}, "row", "en").picture).toBe("");
  });
});
