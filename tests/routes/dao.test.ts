import { beforeEach, describe, expect, it } from "vitest";
import { loader as calendar } from "~/routes/dao/calendar/route";
import { loader as debate } from "~/routes/dao/debate/route";
import { loader as home } from "~/routes/dao/home/route";
import { loader as method } from "~/routes/dao/operating-method/route";
import { loader as suggestionPage } from "~/routes/dao/suggestion/route";
import { loader as suggestion } from "~/routes/dao/suggestion-layout/route";
import { loader as suggestions } from "~/routes/dao/suggestions/route";
import { cleanHtml } from "#server/api/sanitize-html.server";
import { htmlVectors } from "../unit/api/html-vectors";
import { DEBATE, DEBATE_PATH, member, respond, SID, newVisitor, visitor } from "./dao-support";
import { faults } from "../mocks/server";

beforeEach(newVisitor);

describe("who may see what", () => {
  it("shows everybody the home page and the operating method", async () => {
    expect((await visitor.get(home, "/dao")).data).toMatchObject({ lists: null, passes: { length: 6 } });
    expect((await visitor.get(method, "/dao/operating-method")).status).toBe(200);
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
    await faults({ path: "/api/dao/suggestions/19/debates", exact: true, ...rule });
    expect((await visitor.get(suggestion, "/dao/suggestions/19", SID)).data.suggestion.ok).toBe(true);
    const page = await visitor.get(suggestionPage, "/dao/suggestions/19", SID);
    expect(page.status).toBe(200);
    expect(page.data).toMatchObject({ debates: { ok: false, messageKey } });
    const talk = await visitor.get(debate, DEBATE_PATH, DEBATE);
    expect(talk.data).toMatchObject({ debate: { ok: false, messageKey }, comments: { ok: true } });
  });

  it("leaves the debates when the suggestion fails, and the filters when the list does", async () => {
    await faults(respond("/suggestions/19", { result: 1, message: "", data: { id: "nineteen" } }));
    expect((await visitor.get(suggestion, "/dao/suggestions/19", SID)).data.suggestion).toMatchObject({
      ok: false,
      messageKey: shape,
    });
    expect((await visitor.get(suggestionPage, "/dao/suggestions/19", SID)).data.debates.ok).toBe(true);
    await faults({ path: "/api/dao", status: 503 });
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
    await faults(respond("/suggestions", { result: 0, message: "FAIL", data }));
    expect((await visitor.get(suggestions, "/dao/suggestions")).data.list.value.items).toEqual([{ id: 5 }]);
    await faults(respond("/suggestions", { result: 0, message: "FAIL", data: null }));
    expect((await visitor.get(suggestions, "/dao/suggestions")).data.list).toMatchObject({
      ok: true,
      value: { total: 0, items: [] },
    });
    await faults(respond("/suggestions/19", { result: 1, message: "", data: null }));
    expect((await visitor.get(suggestion, "/dao/suggestions/19", SID)).data.suggestion).toEqual({
      ok: true,
      value: null,
    });
  });
});

describe("content", () => {
  beforeEach(() => member());

  it("of suggestions and debates is harmless, whatever it is", async () => {
    for (const html of htmlVectors) {
      const item = { id: 19, title: html, content: html };
      await faults(
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
    await faults(respond(`/suggestions/19/debates/1/comments`, { result: 1, message: "", data: { items } }));
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
