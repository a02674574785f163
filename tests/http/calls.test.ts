/**
 * Checks the number of API calls of each screen, the root's included, and how many are made at the same time, against
 * one table. Explain every changed figure: a loader that repeats a call or waits needlessly for another one
 * shows up here.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetProcessState } from "../faults/session-support";
import { HeldApi } from "../kit/programs/held-api";
import { HttpMember } from "../kit/visitors/http-member";
import { type MemberOrder, SandboxClient } from "../kit/visitors/sandbox-client";
import { detailsIn } from "../kit/browser/screens";
import { type RunningSite, startSite } from "../kit/programs/site";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Calls of a screen in rounds: those of a round are made at the same time, and a further round waits for the one
 * before. Public reads count on a cache miss only.
 */
type Rounds = number[];

const ofGuests: Record<string, Rounds> = {
  "/": [1],
  "/introduction": [],
  "/news": [1],
  "/news/3": [2],
  "/download": [],
  "/support/faq": [1],
  // Cached by the FAQ page above.
  "/support/inquiry": [],
  "/support/inquiries": [],
  "/dao": [],
  "/dao/operating-method": [],
  "/sign-in": [],
  "/sign-up": [],
};

/** Runs after the guest's screens, so news and FAQ are cache hits. */
const ofMembers: Record<string, Rounds> = {
  // The root's loader: the list of purchases, once after a sign-in. The page does not wait for it.
  "/": [1],
  // The member and the number of orders. The session keeps that number from the second page of My page on.
  "/my-page": [2],
  "/my-page/tools": [2],
  // The list, the data of its chart, and the balances.
  "/my-page/history": [3],
  "/my-page/ecommerce-history": [3],
  // Whether an inquiry is open is read beside the member.
  "/my-page/terminate": [2],
  "/store/products": [1],
  "/store/products/3": [1],
  "/store/products/3/checkout": [1],
  "/store/soria-exchange": [],
  // Open votes, latest results, and the state of the member's suggestions and votes, all in parallel.
  "/dao": [5],
  // The second call reads the open votes, shown above the list.
  "/dao/suggestions": [2],
  "/dao/suggestions?status=PASSED": [1],
  "/dao/suggestions/mine": [1],
  "/dao/suggestions/19": [2],
  "/dao/suggestions/19/voters": [1],
  // The suggestion, the list of debates that contains this one, and its comments.
  "/dao/suggestions/19/debates/1": [3],
  "/dao/members": [1],
  "/support/inquiry": [],
  "/support/requests": [1],
  "/my-page/ecommerce-history/:id": [2],
  "/support/requests/:id": [1],
};

let running: RunningSite;
let sandbox: SandboxClient;
let api: HeldApi;
beforeAll(async () => {
  forgetProcessState();
  api = await HeldApi.start();
  running = await startSite({ siteEnv: { SANDBOX_PORT: String(api.port) } });
  api.upstream = running.sandbox?.origin ?? "";
  sandbox = new SandboxClient(api.upstream);
});
afterAll(async () => {
  api.stop();
  await running.stop();
});

/**
 * Requests a screen while its calls are held, and lets them through round by round. A call that waits for another one
 * without need leaves its round incomplete.
 */
async function checkRounds(visitor: HttpMember, path: string, rounds: Rounds): Promise<string> {
  const before = api.calls.length;
  api.hold();
  const response = visitor.request(path);
  for (const [i, size] of rounds.entries()) {
    await expect.poll(() => api.held, { message: `calls of ${path}, round ${i + 1}` }).toBe(size);
    api.release();
  }
  // A screen without calls must respond while they are held.
  if (rounds.length > 0) api.open();
  const { status, text } = await response;
  api.open();
  expect([path, status]).toEqual([path, 200]);
  const calls = api.calls.slice(before);
  const total = rounds.reduce((sum, size) => sum + size, 0);
  expect(calls, `calls of ${path}: ${calls.join(", ")}`).toHaveLength(total);
  return text;
}

/** Checks the screens of a table one after the other, and the detail pages (`…/:id`) that their lists link to. */
async function checkScreens(visitor: HttpMember, table: Record<string, Rounds>): Promise<void> {
  const paths = Object.keys(table).filter((path) => !path.endsWith("/:id"));
  const checked = new Set<string>();
  for (const path of paths) {
    const row = path.replace(/(ecommerce-history|requests)\/[\w-]+$/, "$1/:id");
    checked.add(row);
    expect(table, "each screen has its row").toHaveProperty([row]);
    const text = await checkRounds(visitor, path, table[row] ?? []);
    const details = detailsIn(text).filter((detail) => /(?:ecommerce-history|requests)\//.test(detail));
    paths.push(...details.filter((detail) => !paths.includes(detail)));
  }
  expect([...checked].sort()).toEqual(Object.keys(table).sort());
}

async function signedIn(order: MemberOrder): Promise<HttpMember> {
  const { email, password } = await sandbox.makeMember(order);
  const member = new HttpMember(running.site.origin);
  await member.signIn(email, password);
  return member;
}

it("every screen makes the calls of its row, and none waits that need not", async () => {
  await checkScreens(new HttpMember(running.site.origin), ofGuests);
  const member = await signedIn({
    history: 30,
    orders: 12,
    inquiries: [{ status: "RESOLVED", messages: ["a", "b"] }],
  });
  await checkScreens(member, ofMembers);
});

it("the chart of a long history reads its first page, which returns the count, and then the rest in parallel", async () => {
  const [from, to] = [80, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const reader = await signedIn({ history: 1_200 });
  await checkRounds(reader, `/my-page/history?from=${from}&to=${to}`, [5, 5]);
});
