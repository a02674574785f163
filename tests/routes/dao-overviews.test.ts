import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { loader as home } from "~/routes/dao/home/route";
import { loader as members } from "~/routes/dao/members/route";
import { loader as suggestion } from "~/routes/dao/suggestion-layout/route";
import { loader as suggestions } from "~/routes/dao/suggestions/route";
import { loader as voters } from "~/routes/dao/voters/route";
import { loader as myPage } from "~/routes/my-page/layout/route";
import { isSameForAll } from "#server/protocol/cache-headers.server";
import { faults, server } from "../mocks/server";
import { member, respond, SID, newVisitor, visitor } from "./dao-support";
import { receive } from "./statements/received";

beforeEach(newVisitor);

describe("lists", () => {
  beforeEach(() => member());

  it("filter by type and status, sort, and page, by address only [P106.1]", async () => {
    const { data } = await visitor.get(suggestions, "/dao/suggestions?type=POLICY&status=PASSED");
    expect(data.list.value.items).not.toHaveLength(0);
    for (const item of data.list.value.items)
      expect(item).toMatchObject({ type: "POLICY", status: "PASSED" });

    const whole = (await visitor.get(suggestions, "/dao/suggestions")).data;
    const first = whole.list.value;
    const second = (await visitor.get(suggestions, "/dao/suggestions?page=2")).data.list.value;
    // Of the ten of the first page, the five open votes stand above the others.
    expect([first.items.length, second.items.length, first.total]).toEqual([5, 9, 19]);
    const ids = [...whole.open.items, ...first.items].map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(10);
    const popular = (await visitor.get(suggestions, "/dao/suggestions?sort=POPULAR")).data.list.value.items;
    const votes = popular.map(
      ({ agree_amount, against_amount }: Record<string, number>) =>
        Number(agree_amount) + Number(against_amount),
    );
    expect(votes).toEqual([...votes].sort((a: number, b: number) => b - a));
  });

  it("are empty for a new member's own, and full for the sandbox's", async () => {
    const path = "/dao/suggestions/mine";
    expect((await visitor.get(suggestions, path)).data).toMatchObject({
      isMine: true,
      list: { ok: true, value: { total: 0 } },
    });
    newVisitor();
    await member("member@soria.test");
    const { items } = (await visitor.get(suggestions, path)).data.list.value;
    const statuses = new Set(items.map(({ status }: { status: string }) => status));
    expect(statuses).toEqual(new Set(["UNDER_REVIEW", "RETURNED", "IN_PROGRESS", "PASSED", "REJECTED"]));
  });

  it("show open votes first, those that end first in front; the first page only, and without filters", async () => {
    const open = async (path: string) => (await visitor.get(suggestions, path)).data.open;
    const first = await open("/dao/suggestions");
    expect(first.total).toBe(5);
    const ends = first.items.map(
      ({ status, end_at }: { status: string; end_at: string }) => `${status} ${end_at}`,
    );
    expect(ends).toEqual([...ends].sort());
    for (const path of ["?page=2", "?status=IN_PROGRESS", "?sort=ENDING", "/mine"])
      expect(await open(`/dao/suggestions${path}`)).toBeNull();
    // An API that ignores the filter: its results are not shown as open votes.
    await faults(
      respond("/suggestions", { result: 1, message: "", data: { items: [{ id: 5, status: "PASSED" }] } }),
    );
    expect(await open("/dao/suggestions")).toBeNull();
  });

  it("neither repeat nor count the open votes in the others, on any page", async () => {
    // 14 suggestions on two pages; the open votes are 3 and 12, one on each.
    const row = (id: number) => ({ id, status: id === 3 || id === 12 ? "IN_PROGRESS" : "PASSED" });
    const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => row(from + n));
    server.use(
      http.get("http://api.test/api/dao/suggestions", ({ request }) => {
        const search = new URL(request.url).searchParams;
        const page = Number(search.get("page"));
        const [items, total] = search.has("status")
          ? [[row(12), row(3)], 2]
          : [page === 1 ? rows(1, 10) : rows(11, 14), 14];
        const data = { page, page_count: Math.ceil(total / 10), stats: { total }, items };
        return HttpResponse.json({ result: 1, message: "SUCCESS", data });
      }),
    );
    const read = async (path: string) => {
      const { open, list, isRest, count } = (await visitor.get(suggestions, path)).data;
      const ids = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
      return { open: open && ids(open), others: ids(list.value), isRest, count };
    };
    expect(await read("/dao/suggestions")).toEqual({
      ...{ open: [12, 3], isRest: true, count: 12 },
      others: [1, 2, 4, 5, 6, 7, 8, 9, 10],
    });
    expect(await read("/dao/suggestions?page=2")).toEqual({
      ...{ open: null, isRest: true, count: 12 },
      others: [11, 13, 14],
    });
    const filtered = await read("/dao/suggestions?sort=POPULAR&page=2");
    expect(filtered).toMatchObject({ open: null, isRest: false, count: 14, others: [11, 12, 13, 14] });
  });

  it("of members are filtered by pass [P009.1 P106.4]", async () => {
    const { data } = await visitor.get(members, "/dao/members?type=CANDIDACY");
    expect(data.list.value.items).toHaveLength(3);
    expect((await visitor.get(members, "/dao/members?page=5")).data.list.value.page).toBe(5);
  });

  it("of voters are shown while the API is down, and not for a suggestion that does not exist [P167.1]", async () => {
    expect(await visitor.get(suggestion, "/dao/suggestions/999999/voters", { sId: "999999" })).toMatchObject({
      status: 404,
      data: { suggestion: { ok: false, status: 404 } },
    });

    await faults({ path: "/api/dao", status: 500 });
    const received = receive();
    const { data } = await visitor.get(voters, "/dao/suggestions/19/voters?page=123", SID);
    expect(received).toEqual([]);
    expect(data.voters).toMatchObject({ page: 123, totalPages: 123, items: { length: 10 } });
  });
});

describe("a member's governance at a glance", () => {
  const glance = async () => (await visitor.get(home, "/dao")).data.lists.glance;
  const brief = (group: { value: { items: Record<string, unknown>[]; total: number } }) => [
    group.value.total,
    ...group.value.items.map(({ status, my_vote }) => [status, my_vote].filter(Boolean).join(" ")),
  ];

  it("tells what waits for a vote, what was suggested, and what became of votes", async () => {
    await member("member@soria.test");
    const { toVote, mine, votes } = await glance();
    expect(brief(toVote)).toEqual([3, "IN_PROGRESS", "IN_PROGRESS", "IN_PROGRESS"]);
    const left = toVote.value.items.map(({ end_at }: { end_at: string }) => end_at);
    expect(left).toEqual([...left].sort());
    expect(mine.value).toMatchObject({ total: 5, items: { length: 3 } });
    // Open votes come first, then the latest results.
    expect(brief(votes)).toEqual([5, "IN_PROGRESS AGAINST", "IN_PROGRESS AGREE", "PASSED AGREE"]);
  });

  it("is empty for a new member, and leaves out what cannot be read", async () => {
    await member();
    expect(await glance()).toMatchObject({
      toVote: { ok: true, value: { total: 5 } },
      mine: { ok: true, value: { total: 0, items: [] } },
      votes: { ok: true, value: { total: 0, items: [] } },
    });
    await faults({ path: "/api/dao", status: 500 });
    const failed = { ok: false, messageKey: "errors:http.unexpected" };
    expect(await glance()).toMatchObject({ toVote: failed, mine: failed, votes: failed });
  });

  it("brings a lantern to the member's island after a vote", async () => {
    await member("member@soria.test");
    const island = async () => (await visitor.get(myPage, "/my-page")).data.island;
    const { id } = (await glance()).toVote.value.items[0];
    expect(await island()).toMatchObject({ votes: 5, arrived: [] });
    // A vote that the member casts in the app.
    await faults(respond(`/suggestions/${id}`, { result: 1, message: "", data: { id, my_vote: "AGREE" } }));
    await visitor.get(suggestion, `/dao/suggestions/${id}`, { sId: String(id) });
    expect(await island()).toMatchObject({ votes: 6, arrived: ["vote-6"] });
    expect(await island()).toMatchObject({ votes: 6, arrived: [] });
  });

  it("asks nothing of the API for a guest, whose page is everybody's", async () => {
    const { data, headers } = await visitor.get(home, "/dao");
    expect(data.lists).toBeNull();
    expect(isSameForAll(headers)).toBe(true);
  });
});
