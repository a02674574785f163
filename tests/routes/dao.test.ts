import { beforeEach, describe, expect, it } from "vitest";
import { loader as calendar } from "~/routes/dao/calendar/route";
import { loader as debate } from "~/routes/dao/debate/route";
import { loader as home } from "~/routes/dao/home/route";
import { loader as members } from "~/routes/dao/members/route";
import { loader as method } from "~/routes/dao/operating-method/route";
import { loader as reportPage } from "~/routes/dao/report/route";
import { loader as suggestionPage } from "~/routes/dao/suggestion/route";
import { loader as suggestion } from "~/routes/dao/suggestion-layout/route";
import { loader as suggestions } from "~/routes/dao/suggestions/route";
import { loader as voters } from "~/routes/dao/voters/route";
import { cleanHtml } from "#server/api/sanitize-html.server";
import { htmlVectors } from "../unit/api/html-vectors";
import { DEBATE, DEBATE_PATH, fault, member, respond, SID, newVisitor, visitor } from "./dao-support";

beforeEach(newVisitor);

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
