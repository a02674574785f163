import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { action as signIn } from "~/routes/account/sign-in/route";
import { loader as calendar } from "~/routes/dao/calendar/route";
import { loader as debate } from "~/routes/dao/debate/route";
import { loader as home } from "~/routes/dao/home/route";
import { action as like } from "~/routes/dao/like/route";
import { loader as members } from "~/routes/dao/members/route";
import { loader as method } from "~/routes/dao/operating-method/route";
import { action as report, loader as reportPage } from "~/routes/dao/report/route";
import { loader as suggestionPage } from "~/routes/dao/suggestion/route";
import { loader as suggestion } from "~/routes/dao/suggestion-layout/route";
import { loader as suggestions } from "~/routes/dao/suggestions/route";
import { loader as voters } from "~/routes/dao/voters/route";
import { loader as myPage } from "~/routes/my-page/layout/route";
import { cleanHtml } from "#server/api/sanitize-html.server";
import { isSameForAll } from "#server/protocol/cache-headers.server";
import type { FaultRule } from "#server/sandbox/switches/faults";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox, server } from "../mocks/server";
import { errorsOf, Visitor } from "../kit/visitors/visitor";
import { htmlVectors } from "../unit/api/html-vectors";

/** The suggestion with the most debates, and its debate with the most comments (server/sandbox/content). */
const SID = { sId: "19" };
const DEBATE = { sId: "19", dId: "1" };
const DEBATE_PATH = "/dao/suggestions/19/debates/1";

let visitor: Visitor;

async function member(email?: string): Promise<void> {
  const address = email ?? (await (await sandbox()).make({})).email ?? "";
  await visitor.post(signIn, "/sign-in", { intent: "sign-in", email: address, password: PASSWORD });
}

const fault = async (...rules: Partial<FaultRule>[]) => (await sandbox()).faults(rules);
const respond = (path: string, body: unknown) => ({
  path: `/api/dao${path}`,
  exact: true,
  status: 200,
  body,
});

beforeEach(() => {
  visitor = new Visitor();
});

describe("who may see what", () => {
  it("shows everybody the home page and the operating method", async () => {
    expect((await visitor.get(home, "/dao")).data).toMatchObject({ lists: null, passes: { length: 6 } });
    expect((await visitor.get(method, "/dao/operating-method")).status).toBe(200);
  });

  it.each([
    [suggestions, "/dao/suggestions?status=PASSED&page=2", {}],
    [suggestions, "/dao/suggestions/mine", {}],
    [suggestion, "/dao/suggestions/19", SID],
    [suggestionPage, "/dao/suggestions/19", SID],
    [debate, `${DEBATE_PATH}?list=2`, DEBATE],
    [voters, "/dao/suggestions/19/voters?page=3", SID],
    [calendar, "/dao/suggestions/19/voting.ics", SID],
    [reportPage, "/dao/report?target=DEBATE&id=1", {}],
    [members, "/dao/members?type=VOTING", {}],
  ] as const)("asks a visitor to sign in, and to come back: %#", async (loader, path, params) => {
    const { status, location } = await visitor.get(loader, path, params);
    expect(status).toBe(303);
    expect(location).toBe(`/sign-in?${new URLSearchParams({ redirectTo: path }).toString()}`);
  });

  it("answers what is no number with Invalid Access [P173.1]", async () => {
    await member();
    const bad = [
      [suggestionPage, { sId: "x" }],
      [voters, { sId: "-1" }],
      [calendar, { sId: "1.5" }],
      [debate, { sId: "1", dId: "x" }],
      [debate, { sId: "1a", dId: "1" }],
    ] as const;
    for (const [loader, params] of bad)
      expect((await visitor.get(loader, "/dao/suggestions/x", params)).location).toBe("/");
    const keys = (await visitor.messages()).map(({ key }) => key);
    expect(keys).toEqual(bad.map(() => "errors:invalidAccess"));
  });
});

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

  it.each(["99", "0", "-1", "x", "1e9"])("shows page 1 for page %s", async (page) => {
    const { data } = await visitor.get(suggestions, `/dao/suggestions?page=${page}`);
    const { page: shown, items } = data.list.value;
    expect([shown, items.length + (data.open?.items.length ?? 0)]).toEqual([1, 10]);
  });

  it("are empty for a new member's own, and full for the sandbox's", async () => {
    const path = "/dao/suggestions/mine";
    expect((await visitor.get(suggestions, path)).data).toMatchObject({
      isMine: true,
      list: { ok: true, value: { total: 0 } },
    });
    visitor = new Visitor();
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
    await fault(
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

    await fault({ path: "/api/dao", status: 500 });
    const made: string[] = [];
    const note = ({ request }: { request: Request }) => void made.push(request.url);
    server.events.on("request:start", note);
    const { data } = await visitor.get(voters, "/dao/suggestions/19/voters?page=123", SID);
    server.events.removeListener("request:start", note);
    expect(made).toEqual([]);
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
    await fault({ path: "/api/dao", status: 500 });
    const failed = { ok: false, messageKey: "errors:http.unexpected" };
    expect(await glance()).toMatchObject({ toVote: failed, mine: failed, votes: failed });
  });

  it("brings a lantern to the member's island after a vote", async () => {
    await member("member@soria.test");
    const island = async () => (await visitor.get(myPage, "/my-page")).data.island;
    const { id } = (await glance()).toVote.value.items[0];
    expect(await island()).toMatchObject({ votes: 5, arrived: [] });
    // A vote that the member casts in the app.
    await fault(respond(`/suggestions/${id}`, { result: 1, message: "", data: { id, my_vote: "AGREE" } }));
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

describe("a governance call that fails", () => {
  beforeEach(() => member());

  const shape = "errors:http.unexpected";
  it.each([
    ["a wrong shape", { status: 200, body: { result: 1, message: "", data: { items: "none" } } }, shape],
    ["a 500", { status: 500 }, shape],
    ["HTML", { mode: "html" as const }, shape],
    ["a closed connection", { mode: "close" as const }, "errors:http.noResponse"],
  ])("takes only its part of the page away: %s", async (_, rule, messageKey) => {
    await fault({ path: "/api/dao/suggestions/19/debates", exact: true, ...rule });
    expect((await visitor.get(suggestion, "/dao/suggestions/19", SID)).data.suggestion.ok).toBe(true);
    const page = await visitor.get(suggestionPage, "/dao/suggestions/19", SID);
    expect(page.status).toBe(200);
    expect(page.data).toMatchObject({ debates: { ok: false, messageKey } });
    const talk = await visitor.get(debate, DEBATE_PATH, DEBATE);
    expect(talk.data).toMatchObject({ debate: { ok: false, messageKey }, comments: { ok: true } });
  });

  it("leaves the debates when the suggestion fails, and the filters when the list does", async () => {
    await fault(respond("/suggestions/19", { result: 1, message: "", data: { id: "nineteen" } }));
    expect((await visitor.get(suggestion, "/dao/suggestions/19", SID)).data.suggestion).toMatchObject({
      ok: false,
      messageKey: shape,
    });
    expect((await visitor.get(suggestionPage, "/dao/suggestions/19", SID)).data.debates.ok).toBe(true);
    await fault({ path: "/api/dao", status: 503 });
    const list = await visitor.get(suggestions, "/dao/suggestions?type=ETC");
    expect(list.data).toMatchObject({ filters: { type: "ETC" }, list: { ok: false } });
    expect((await visitor.get(home, "/dao")).data.lists.voting).toEqual({
      ok: false,
      messageKey: shape,
      status: 502,
    });
  });

  it("is no failure with result 0: its data are shown, and without data the list is empty [P167.3]", async () => {
    const data = { page: 1, page_count: 1, stats: { total: 1 }, items: [{ id: 5 }] };
    await fault(respond("/suggestions", { result: 0, message: "FAIL", data }));
    expect((await visitor.get(suggestions, "/dao/suggestions")).data.list.value.items).toEqual([{ id: 5 }]);
    await fault(respond("/suggestions", { result: 0, message: "FAIL", data: null }));
    expect((await visitor.get(suggestions, "/dao/suggestions")).data.list).toMatchObject({
      ok: true,
      value: { total: 0, items: [] },
    });
    await fault(respond("/suggestions/19", { result: 1, message: "", data: null }));
    expect((await visitor.get(suggestion, "/dao/suggestions/19", SID)).data.suggestion).toEqual({
      ok: true,
      value: null,
    });
  });

  it("is the whole page's 404 for a suggestion or a debate that does not exist", async () => {
    expect((await visitor.get(suggestion, "/dao/suggestions/999", { sId: "999" })).status).toBe(404);
    const params = { sId: "19", dId: "9999" };
    expect((await visitor.get(debate, "/dao/suggestions/19/debates/9999", params)).status).toBe(404);
  });
});

describe("content", () => {
  beforeEach(() => member());

  it("of suggestions and debates is harmless, whatever it is", async () => {
    for (const html of htmlVectors) {
      const item = { id: 19, title: html, content: html };
      await fault(
        respond("/suggestions/19", { result: 1, message: "", data: item }),
        respond("/suggestions/19/debates", { result: 1, message: "", data: { items: [{ ...item, id: 1 }] } }),
      );
      const page = await visitor.get(suggestion, "/dao/suggestions/19", SID);
      const talk = await visitor.get(debate, DEBATE_PATH, DEBATE);
      // The same vectors test cleanHtml in tests/unit/api.
      expect(page.data.suggestion.value.html).toBe(cleanHtml(html));
      expect(talk.data.debate.value.html).toBe(cleanHtml(html));
    }
  });

  it("of what was removed does not leave the server, and replies stay", async () => {
    const items = [
      { id: 1, content: "secret", account_name: "a", deleted_by: "ADMINISTRATOR" },
      { id: 2, parent_id: 1, content: "reply", account_name: "b" },
    ];
    await fault(respond(`/suggestions/19/debates/1/comments`, { result: 1, message: "", data: { items } }));
    const { data } = await visitor.get(debate, DEBATE_PATH, DEBATE);
    expect(data.comments.value.items).toMatchObject([
      { id: 1, content: "", deleted_by: "ADMINISTRATOR" },
      { id: 2, parent_id: 1, content: "reply" },
    ]);
    expect(JSON.stringify(data)).not.toContain("secret");
  });

  it("of a debate is found on whichever page of the list it stands", async () => {
    for (const list of ["1", "2", "99"]) {
      const { data } = await visitor.get(debate, `${DEBATE_PATH}?list=${list}`, DEBATE);
      expect(data).toMatchObject({ list: 1, debate: { value: { id: 1 } } });
    }
  });
});

describe("a like", () => {
  const state = async () => {
    const { debate: found } = (await visitor.get(debate, DEBATE_PATH, DEBATE)).data;
    return { isLiked: found.value.is_liked as boolean, likes: found.value.like_count as number };
  };
  const press = (fields: Record<string, string> = {}) =>
    visitor.post(like, `${DEBATE_PATH}/like`, fields, DEBATE);

  beforeEach(() => member());

  it("leads back to the debate's anchor with a message, and counts once however often it is sent", async () => {
    const { likes } = await state();
    for (let time = 1; time <= 2; time++) {
      expect(await press()).toMatchObject({ status: 303, location: `${DEBATE_PATH}#debate-1` });
      expect(await state()).toEqual({ isLiked: true, likes: likes + 1 });
    }
    // The API has no call to remove a like, so no submission removes one.
    await press({ intent: "unlike" });
    expect(await state()).toEqual({ isLiked: true, likes: likes + 1 });
    expect(new Set((await visitor.messages()).map(({ key }) => key))).toEqual(new Set(["dao:debate.liked"]));
  });

  it("is confirmed only if the API's response says that the debate is liked", async () => {
    const path = "/api/dao";
    for (const data of [{ like_count: 3, is_liked: false }, null]) {
      await fault({ path, method: "POST", status: 200, body: { result: 1, message: "OK", data } });
      expect(await press()).toMatchObject({ status: 303 });
    }
    expect(await visitor.messages()).toEqual([]);
  });

  it("comes back to where it was pressed, and only within the site", async () => {
    const back = `${DEBATE_PATH}?list=2#debate-1`;
    expect((await press({ back })).location).toBe(back);
    for (const away of ["//evil.test", "https://evil.test/", "/\\evil.test"]) {
      expect((await press({ back: away })).location).toBe(`${DEBATE_PATH}#debate-1`);
    }
  });

  it("answers scripts with the count of the API", async () => {
    const { likes } = await state();
    expect((await press({ answer: "json" })).data).toEqual({
      ok: true,
      isLiked: true,
      likes: likes + 1,
    });
    expect(await visitor.messages()).toEqual([]);
  });

  it("that fails says so in the catalogue's words, both ways", async () => {
    await fault({ path: "/api/dao", method: "POST", status: 500 });
    expect((await press()).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:http.unexpected" }]);
    expect(await press({ answer: "json" })).toMatchObject({
      status: 502,
      data: { ok: false, messageKey: "errors:http.unexpected" },
    });
  });

  it("of a visitor leads to sign-in, or says to scripts that the session has ended", async () => {
    visitor = new Visitor();
    expect((await press()).location).toContain("/sign-in?redirectTo=");
    expect(await press({ answer: "json" })).toMatchObject({
      status: 401,
      data: { ok: false, messageKey: "errors:http.401" },
    });
  });

  it("of a debate that was deleted meanwhile says so (WEB-078), to scripts and without", async () => {
    await fault({ path: `/api${DEBATE_PATH}/like`, status: 404 });
    expect((await press({ answer: "json" })).data).toEqual({ ok: false, messageKey: "errors:web.078" });
    expect((await press()).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:web.078" }]);
  });
});

describe("a report", () => {
  const PATH = `/dao/report?target=COMMENT&id=1&back=${encodeURIComponent(`${DEBATE_PATH}#comment-1`)}`;
  const send = (fields: Record<string, string>, path = PATH) => visitor.post(report, path, fields);

  beforeEach(() => member());

  it("asks to confirm, is sent, and returns with a message; a second one is also answered as done", async () => {
    const asked = await send({ reason: "SPAM", detail: " seen twice " });
    expect(asked).toMatchObject({ status: 200, data: { confirm: { reason: "SPAM", detail: "seen twice" } } });
    // If the visitor leaves the confirmation and reopens the form, it has the same input.
    const { data } = await visitor.get(reportPage, PATH);
    expect(data.form.draft.values).toEqual({ reason: "SPAM", detail: " seen twice " });
    for (let time = 1; time <= 2; time++) {
      expect(await send({ reason: "SPAM", detail: "seen twice", confirmed: "yes" })).toMatchObject({
        status: 303,
        location: `${DEBATE_PATH}#comment-1`,
      });
    }
    expect((await visitor.messages()).map(({ key }) => key)).toEqual(["dao:report.done", "dao:report.done"]);
    expect((await visitor.get(reportPage, PATH)).data.form.draft).toBeNull();
  });

  it("needs a reason, keeps a detail within its length, and loses nothing that was typed", async () => {
    const refused = await send({ detail: "why", confirmed: "yes" });
    expect(refused.status).toBe(400);
    expect(errorsOf(refused)).toEqual({ reason: ["dao:report.reasonMissing"] });
    expect(refused.data.lastResult.initialValue).toMatchObject({ detail: "why" });
    expect(errorsOf(await send({ reason: "OTHER" }))).toEqual({ reason: ["dao:report.reasonMissing"] });
    expect(errorsOf(await send({ reason: "ETC", detail: "x".repeat(2001) }))).toEqual({
      detail: ["dao:report.detailLong?most=2000&count=2001"],
    });
    // A browser sends each line break as CR LF, and an emoji as two UTF-16 units.
    const full = `${"x\r\n".repeat(99)}${"😀".repeat(2000 - 2 * 99)}`;
    expect((await send({ reason: "ETC", detail: full })).data.confirm.detail).toHaveLength(
      2000 + (2000 - 2 * 99),
    );
  });

  it("that fails keeps the form with the catalogue's message", async () => {
    await fault({ path: "/api/dao/report", status: 500 });
    const failed = await send({ reason: "ETC", detail: "x", confirmed: "yes" });
    expect(failed.status).toBe(502);
    expect(errorsOf(failed)).toEqual({ "": ["errors:http.unexpected"] });
  });

  it.each(["", "?target=COMMENT", "?target=USER&id=1", "?target=DEBATE&id=x"])(
    "of an invalid target (%j) is Invalid Access",
    async (query) => {
      expect((await visitor.get(reportPage, `/dao/report${query}`)).location).toBe("/");
      expect((await send({ reason: "SPAM", confirmed: "yes" }, `/dao/report${query}`)).location).toBe("/");
    },
  );

  it("leads nowhere outside the site", async () => {
    const path = "/dao/report?target=DEBATE&id=1&back=//evil.test";
    expect((await visitor.get(reportPage, path)).data.back).toBe("/dao/suggestions");
    expect((await send({ reason: "SPAM", confirmed: "yes" }, path)).location).toBe("/dao/suggestions");
  });
});

describe("the calendar file", () => {
  beforeEach(() => member());

  it("holds the end of the vote in the visitor's language", async () => {
    const { headers, data } = await visitor.get(calendar, "/dao/suggestions/19/voting.ics?lng=en", SID);
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="soria-voting-19.ics"');
    expect(data).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(data.replace(/\r\n /g, "")).toContain("SUMMARY:Voting ends: Build a covered square");
  });

  it("is not there before there is a period: back to the suggestion with WEB-072", async () => {
    const { location } = await visitor.get(calendar, "/dao/suggestions/13/voting.ics", { sId: "13" });
    expect(location).toBe("/dao/suggestions/13");
    expect(await visitor.messages()).toMatchObject([{ key: "errors:web.072" }]);
  });
});
