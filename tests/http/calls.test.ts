/**
 * Checks the number of API calls of each screen, the root's included, and its longest chain of sequential calls
 * against one table. Explain every changed figure: a loader that repeats a call or waits needlessly for another one
 * shows up here.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetProcessState } from "../faults/session-support";
import { HttpMember } from "../setup/http-member";
import { type MemberOrder, SandboxClient } from "../setup/sandbox-client";
import { detailsIn } from "../setup/screens";
import { type RunningSite, startSite } from "../setup/site";

/**
 * Response delays of the sandbox, in ms. They exceed both the scheduling jitter of a busy machine and the time for five
 * pages of a long history, so only calls that wait for each other count as sequential.
 */
const DELAY_MS = 250;
const LONG_DELAY_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;

/** Number of calls, and the longest chain of sequential calls. Public reads count on a cache miss only. */
type Budget = [calls: number, inARow: number];

const ofGuests: Record<string, Budget> = {
  "/": [1, 1],
  "/introduction": [0, 0],
  "/news": [1, 1],
  "/news/3": [2, 1],
  "/download": [0, 0],
  "/support/faq": [1, 1],
  // Cached by the FAQ page above.
  "/support/inquiry": [0, 0],
  "/support/inquiries": [0, 0],
  "/dao": [0, 0],
  "/dao/operating-method": [0, 0],
  "/sign-in": [0, 0],
  "/sign-up": [0, 0],
};

/** Runs after the guest's screens, so news and FAQ are cache hits. */
const ofMembers: Record<string, Budget> = {
  // The root's loader: the list of purchases, once after a sign-in. The page does not wait for it.
  "/": [1, 1],
  // The member and the number of orders. The session keeps that number from the second page of My page on.
  "/my-page": [2, 1],
  "/my-page/tools": [2, 1],
  // The list, the data of its chart, and the balances.
  "/my-page/history": [3, 1],
  "/my-page/ecommerce-history": [3, 1],
  // Whether an inquiry is open is read beside the member.
  "/my-page/terminate": [2, 1],
  "/store/products": [1, 1],
  "/store/products/3": [1, 1],
  "/store/products/3/checkout": [1, 1],
  "/store/soria-exchange": [0, 0],
  // Open votes, latest results, and the state of the member's suggestions and votes, all in parallel.
  "/dao": [5, 1],
  // The second call reads the open votes, shown above the list.
  "/dao/suggestions": [2, 1],
  "/dao/suggestions?status=PASSED": [1, 1],
  "/dao/suggestions/mine": [1, 1],
  "/dao/suggestions/19": [2, 1],
  "/dao/suggestions/19/voters": [1, 1],
  // The suggestion, the list of debates that contains this one, and its comments.
  "/dao/suggestions/19/debates/1": [3, 1],
  "/dao/members": [1, 1],
  "/support/inquiry": [0, 0],
  "/support/requests": [1, 1],
  "/my-page/ecommerce-history/:id": [2, 1],
  "/support/requests/:id": [1, 1],
};

let running: RunningSite;
let sandbox: SandboxClient;
beforeAll(async () => {
  forgetProcessState();
  running = await startSite();
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
});
afterAll(() => running.stop());

/** Returns the length of the longest chain of calls in which each starts after the previous one has ended. */
function chain(calls: { at: string; ms: number }[]): number {
  const spans = calls
    .map(({ at, ms }) => ({ from: Date.parse(at), to: Date.parse(at) + ms }))
    .sort((a, b) => a.from - b.from);
  const depth: number[] = [];
  for (const [i, span] of spans.entries()) {
    const before = spans.slice(0, i).map((other, j) => (other.to <= span.from ? (depth[j] ?? 0) : 0));
    depth[i] = 1 + Math.max(0, ...before);
  }
  return Math.max(0, ...depth);
}

const isList = ({ path }: { path: string }) => path === "/api/users/me/purchases";

/**
 * Requests the screens one after the other, and the detail pages that their lists link to.
 * @param isSignedIn the first screen is the first one after a sign-in, with which the root has the list of purchases
 *   read in the background: its call is awaited
 * @returns the calls and the longest chain of each screen, the root's calls included
 */
async function costs(
  visitor: HttpMember,
  screens: string[],
  { isSignedIn }: { isSignedIn: boolean },
): Promise<Record<string, Budget>> {
  const paths = screens.filter((path) => !path.endsWith("/:id"));
  const found: Record<string, Budget> = {};
  for (const path of paths) {
    const before = (await sandbox.calls()).calls.length;
    const { status, text } = await visitor.request(path);
    expect([path, status]).toEqual([path, 200]);
    const ofScreen = async () => (await sandbox.calls()).calls.slice(before);
    if (isSignedIn && path === screens[0])
      await expect.poll(async () => (await ofScreen()).some(isList)).toBe(true);
    const calls = (await ofScreen()).filter((call) => /^\/(?:api|order-service)\//.test(call.path));
    found[path.replace(/(ecommerce-history|requests)\/[\w-]+$/, "$1/:id")] = [calls.length, chain(calls)];
    const details = detailsIn(text).filter((detail) => /(?:ecommerce-history|requests)\//.test(detail));
    paths.push(...details.filter((detail) => !paths.includes(detail)));
  }
  return found;
}

async function signedIn(order: MemberOrder): Promise<HttpMember> {
  const { email, password } = await sandbox.makeMember(order);
  const member = new HttpMember(running.site.origin);
  await member.signIn(email, password);
  return member;
}

it("every screen makes the calls of its line, and none waits that need not", async () => {
  const answerAfter = (delayMs: number) =>
    sandbox.faults(["/api/", "/order-service/"].map((path) => ({ path, delayMs })));
  await answerAfter(DELAY_MS);
  const guest = new HttpMember(running.site.origin);
  expect(await costs(guest, Object.keys(ofGuests), { isSignedIn: false })).toEqual(ofGuests);
  const member = await signedIn({
    history: 30,
    orders: 12,
    inquiries: [{ status: "RESOLVED", messages: ["a", "b"] }],
  });
  expect(await costs(member, Object.keys(ofMembers), { isSignedIn: true })).toEqual(ofMembers);
  // The chart of a long history reads six pages: the first returns the count, the rest are read in parallel.
  const [from, to] = [80, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const long = `/my-page/history?from=${from}&to=${to}`;
  const reader = await signedIn({ history: 1_200 });
  await answerAfter(LONG_DELAY_MS);
  expect(await costs(reader, [long], { isSignedIn: true })).toEqual({ [long]: [10, 2] });
});
