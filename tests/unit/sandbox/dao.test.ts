import { beforeAll, describe, expect, it } from "vitest";
import type {
  CommentListData,
  DaoMemberListData,
  DebateListData,
  SuggestionListData,
} from "#server/wire/dao";
import { withSandbox } from "./support";

const sandbox = withSandbox();
let token: string;

beforeAll(async () => {
  token = (await sandbox.signIn("member@soria.test")).data.accessToken;
});

const get = async <T>(path: string, as = token) =>
  (await sandbox.call<T>(path, { token: as, language: "en" })).data;
/** Returns all pages of a list as one. */
async function whole<T extends { page_count: number; items: unknown[] }>(path: string): Promise<T> {
  const first = await get<T>(path);
  for (let page = 2; page <= first.page_count; page++) {
    const { items } = await get<T>(`${path}${path.includes("?") ? "&" : "?"}page=${page}`);
    first.items.push(...items);
  }
  return first;
}
const suggestions = (query: string) => whole<SuggestionListData>(`/dao/suggestions?${query}`);

describe("suggestions", () => {
  it("are at least 16, in every status, with a course that fits it", async () => {
    const { items } = await suggestions("");
    expect(items.length).toBeGreaterThanOrEqual(16);
    expect(new Set(items.map(({ status }) => status)).size).toBe(5);
    for (const { status, start_at, end_at, result_reason } of items) {
      const isVoted = status === "IN_PROGRESS" || status === "PASSED" || status === "REJECTED";
      expect(start_at !== null, String(status)).toBe(isVoted);
      if (!end_at) continue;
      const isOpen = Date.parse(end_at) > sandbox.clock.now;
      expect(isOpen).toBe(status === "IN_PROGRESS");
      if (!isOpen) expect(result_reason).toBeTruthy();
    }
  });

  it("are filtered by type, status and author, and sorted", async () => {
    const open = await suggestions("status=IN_PROGRESS&sort=ENDING");
    const ends = open.items.map(({ end_at }) => Date.parse(end_at ?? ""));
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    const popular = (await suggestions("sort=POPULAR")).items.map(
      ({ agree_amount = 0, against_amount = 0 }) => agree_amount + against_amount,
    );
    expect(popular).toEqual([...popular].sort((a, b) => b - a));
    const types = (await suggestions("type=POLICY")).items.map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(["POLICY"]));
    const mine = await suggestions("by=me");
    expect(new Set(mine.items.map(({ status }) => status)).size).toBe(5);
    const stranger = (await sandbox.signedIn()).token;
    expect((await get<SuggestionListData>("/dao/suggestions?by=me", stranger)).stats.total).toBe(0);
  });

  it("tell the member's own vote", async () => {
    const votes = (await suggestions("")).items.map(({ my_vote }) => my_vote);
    expect(votes).toEqual(expect.arrayContaining(["AGREE", "AGAINST", null]));
  });

  it("that do not exist are not found", async () => {
    expect((await sandbox.call("/dao/suggestions/999", { token })).status).toBe(404);
    expect((await sandbox.call("/dao/suggestions/1/debates/999/comments", { token })).status).toBe(404);
  });
});

/** Returns the first debate that has a removed comment, with its comments. */
async function talk() {
  for (const { id } of (await suggestions("")).items) {
    const debates = await whole<DebateListData>(`/dao/suggestions/${id}/debates`);
    for (const debate of debates.items) {
      const path = `/dao/suggestions/${id}/debates/${debate.id}`;
      const { items } = await whole<CommentListData>(`${path}/comments`);
      if (items.some(({ deleted_by }) => deleted_by)) return { path, debate, items };
    }
  }
  throw new Error("No debate has a removed comment");
}

describe("debates", () => {
  it("keep a removed comment's place, and each reply behind what it answers", async () => {
    const { items, debate } = await talk();
    expect(items).toHaveLength(debate.comment_count ?? -1);
    const removed = items.find(({ deleted_by }) => deleted_by);
    expect(removed).toMatchObject({ deleted_by: "ADMINISTRATOR", content: "" });
    const seen = new Set<number>();
    for (const { id, parent_id } of items) {
      if (parent_id != null) expect(seen.has(parent_id)).toBe(true);
      seen.add(id);
    }
  });

  it("are liked once by each member", async () => {
    const { path, debate } = await talk();
    const before = debate.like_count ?? 0;
    const like = (as: string, body?: object) =>
      sandbox.call(`${path}/like`, { method: "POST", token: as, ...(body && { body }) });
    const other = (await sandbox.signedIn()).token;
    expect((await like(token)).data).toEqual({ like_count: before + 1, is_liked: true });
    expect((await like(token, {})).data).toEqual({ like_count: before + 1, is_liked: true });
    expect((await like(other)).data).toEqual({ like_count: before + 2, is_liked: true });
  });
});

it("a report is kept once", async () => {
  const report = (targetId: number) =>
    sandbox.call("/dao/report", {
      token,
      body: { targetType: "COMMENT", targetId, reason: "SPAM", detail: "広告です" },
    });
  expect((await report(1)).result).toBe(1);
  expect((await report(1)).result).toBe(1);
  expect(await report(99_999)).toMatchObject({ status: 400, result: 1500 });
  const kept = await sandbox.services.db.one<{ n: number }>("SELECT COUNT(*) AS n FROM dao_reports");
  expect(kept?.n).toBe(1);
});

it("members are listed by pass", async () => {
  const all = await get<DaoMemberListData>("/dao/members");
  expect(all.page_count).toBeGreaterThan(1);
  const business = await get<DaoMemberListData>("/dao/members?type=BUSINESS");
  expect(new Set(business.items.map(({ type }) => type))).toEqual(new Set(["BUSINESS"]));
});
