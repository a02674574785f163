import { PAGE_SIZE, pageOf } from "./list";

/** public-site-and-community.md section 2: the list of voters is generated locally, 10 per page, 123 pages. */
const VOTER_PAGES = 123;

/** Fixed, so that the list is the same on every visit. */
const SEED = 20_241_018;
/** Upper bound for the vote times in the sample; the votes spread over about 14 days before it. */
const LAST_VOTE = Date.UTC(2024, 9, 18, 3);
const LONGEST_GAP_MINUTES = 31;
const HIGHEST_AMOUNT = 1500;
const AGREE_SHARE = 0.64;

const names = (
  "yuzu_and_salt,灯台のとなり,minjun.p,Ottoline Brandt,하늘섬주민,云上小屋,hoshi.kuzu,Kai Nakamura,나비잠," +
  "Wen Jiayi,紙ねんど,tomás.v,Marisol Quintero,grandfather_clock,아침이슬,晚风,nighthawk,Bo-ra K.,渡し守," +
  "Nadia Ferreira,lantern,솜사탕구름,星屑便,Sora no Kaji,paper_boat,월요일의고양이,浮岛邮差,Ferry Passenger," +
  "the_one_who_always_takes_the_last_ferry_home_from_windmill_island"
).split(",");

/**
 * Returns a seeded pseudo-random generator of numbers in [0, 1) (mulberry32), identical in all browsers and servers.
 */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Generates the sample of one suggestion, newest vote first; empty for 0, which is not a valid suggestion id. */
function sampleVoters(suggestionId: number) {
  if (suggestionId === 0) return [];
  const random = randomNumbers(SEED ^ Math.imul(suggestionId, 0x9e3779b1));
  let at = LAST_VOTE;
  return Array.from({ length: PAGE_SIZE * VOTER_PAGES }, () => {
    at -= Math.ceil(random() * LONGEST_GAP_MINUTES) * 60_000;
    const name = names[Math.floor(random() * names.length)] ?? "";
    const number = Math.floor(random() * 2000);
    return {
      // Half of the names get a number, like names that were already taken.
      account_name: number < 1000 ? name : `${name}${number - 1000}`,
      // Cubed, so that most amounts are small and a few are large.
      amount: 1 + Math.floor(random() ** 3 * HIGHEST_AMOUNT),
      vote: random() < AGREE_SHARE ? "AGREE" : "AGAINST",
      created_at: new Date(at).toISOString(),
    };
  });
}

/** Returns one page of the voters of a suggestion; a page outside the range becomes page 1 (docs/decisions/0002). */
export function sampleVotersPage(suggestionId: number, asked: unknown) {
  const voters = sampleVoters(suggestionId);
  return { ...pageOf(voters, asked), ...(voters.length === 0 && { totalPages: 0 }) };
}
