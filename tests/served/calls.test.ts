/**
 * The calls of the API that a screen makes, and how many of them wait for one another: one table, held. Whoever changes
 * a figure here says why; a loader that asks twice, or after another, is seen.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetProcessState } from "../faults/session-support";
import { HttpMember } from "../setup/http-member";
import { type MemberOrder, SandboxClient } from "../setup/sandbox-client";
import { detailsIn } from "../setup/screens";
import { type RunningSite, startSite } from "../setup/site";

/**
 * So long that a call which began in another's time did not wait for it: longer than a busy machine keeps the sandbox
 * from taking the next one, and than it needs for five pages of a long history.
 */
const DELAY_MS = 250;
const LONG_DELAY_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;

/** Calls, and the longest chain of them in which each waits for the one before. Public reads count when none is kept. */
type Budget = [calls: number, inARow: number];

const ofGuests: Record<string, Budget> = {
  "/": [1, 1],
  "/introduction": [0, 0],
  "/news": [1, 1],
  "/news/3": [2, 1],
  "/download": [0, 0],
  "/support/faq": [1, 1],
  // The FAQ is kept by now.
  "/support/inquiry": [0, 0],
  "/support/inquiries": [0, 0],
  "/dao": [0, 0],
  "/dao/operating-method": [0, 0],
  "/sign-in": [0, 0],
  "/sign-up": [0, 0],
};

/** What of these a guest has read a moment before is kept: news, FAQ. */
const ofMembers: Record<string, Budget> = {
  "/": [0, 0],
  "/my-page": [2, 1],
  "/my-page/tools": [2, 1],
  // The list, what its chart is drawn of, and the balances.
  "/my-page/history": [4, 1],
  "/my-page/ecommerce-history": [4, 1],
  "/my-page/terminate": [2, 1],
  "/store/products": [1, 1],
  "/store/products/3": [1, 1],
  "/store/products/3/checkout": [1, 1],
  "/store/soria-exchange": [0, 0],
  // The open votes, the latest, and what became of the member's own suggestions and votes, all together.
  "/dao": [5, 1],
  // The open votes stand above the others.
  "/dao/suggestions": [2, 1],
  "/dao/suggestions?status=PASSED": [1, 1],
  "/dao/suggestions/mine": [1, 1],
  "/dao/suggestions/19": [2, 1],
  "/dao/suggestions/19/voters": [1, 1],
  // The suggestion beside it, the list that it is found in, its comments.
  "/dao/suggestions/19/debates/1": [3, 1],
  "/dao/members": [1, 1],
  "/support/inquiry": [0, 0],
  "/support/requests": [1, 1],
  "/my-page/ecommerce-history/:id": [3, 1],
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

/** The longest chain of calls each of which began when another had ended. */
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

/** What screens cost, one after the other, with those of single items that their lists lead to. */
async function costs(visitor: HttpMember, screens: string[]): Promise<Record<string, Budget>> {
  const paths = screens.filter((path) => !path.endsWith("/:id"));
  const found: Record<string, Budget> = {};
  for (const path of paths) {
    const before = (await sandbox.calls()).calls.length;
    const { status, text } = await visitor.request(path);
    expect([path, status]).toEqual([path, 200]);
    const calls = (await sandbox.calls()).calls
      .slice(before)
      .filter((call) => /^\/(?:api|order-service)\//.test(call.path))
      // The list of purchases is read once after a sign-in, beside the pages: none of them waits for it.
      .filter((call) => call.path !== "/api/users/me/purchases");
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
  expect(await costs(new HttpMember(running.site.origin), Object.keys(ofGuests))).toEqual(ofGuests);
  const member = await signedIn({
    history: 30,
    orders: 12,
    inquiries: [{ status: "RESOLVED", messages: ["a", "b"] }],
  });
  expect(await costs(member, Object.keys(ofMembers))).toEqual(ofMembers);
  // The chart of a long history reads six pages of it: once the first says how many there are, all others together.
  const [from, to] = [80, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const long = `/my-page/history?from=${from}&to=${to}`;
  const reader = await signedIn({ history: 1_200 });
  await answerAfter(LONG_DELAY_MS);
  expect(await costs(reader, [long])).toEqual({ [long]: [9, 2] });
});
