/** The pages of the DAO as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { sampleVotersPage } from "~/domain/sample-voters";
import { links, mainOf, memberOf, namedLinks, optionsOf, tags, useSite, words } from "./site";
import { list, respond } from "./mocked-data";

useSite();

describe("governance", () => {
  it("shows debates with a pager, comments with their likes, and voters with name, amount, vote and date [P009.1 P106.2 P106.3 P106.6]", async () => {
    const { browser } = await memberOf();
    const debate = { id: 1, title: "A debate", account_name: "hina", like_count: 41, comment_count: 1 };
    respond("/api/dao/suggestions/19/debates", list([debate], 1, 3, 25));
    respond(
      "/api/dao/suggestions/19/debates/1/comments",
      list([
        { id: 9, account_name: "kei", content: "A comment", like_count: 77 },
        { id: 10, parent_id: 9, account_name: "mio", content: "A reply", like_count: 58 },
        { id: 11, account_name: "jun", content: "A new comment", like_count: 0 },
      ]),
    );
    const suggestion = mainOf(await browser.open("/dao/suggestions/19"));
    const [text = "", below = ""] = suggestion.split('aria-labelledby="debates"');
    expect(text).toContain('class="dao-detail__text"');
    expect(words(below)).toContain("A debate");
    expect(links(below.split('class="pager"')[1] ?? "")).toContain("/dao/suggestions/19?page=2#debates");
    const page = mainOf(await browser.open("/dao/suggestions/19/debates/1"));
    const comment = (id: number) =>
      words(new RegExp(`<li\\b[^>]*id="comment-${id}"[\\s\\S]*?</li>`).exec(page)?.[0] ?? "");
    expect(comment(9)).toMatch(/^kei A comment 77 likes/);
    expect(comment(10)).toMatch(/mio A reply 58 likes/);
    expect(comment(11)).toMatch(/^jun A new comment 0 likes/);
    const voters = mainOf(await browser.open("/dao/suggestions/19/voters?page=2"));
    const tiles = voters.match(/<li\b(?=[^>]*class="panel person)[\s\S]*?<\/li>/g) ?? [];
    expect(
      tiles.map((tile) => [words(tile), new Date(tags(tile, "time")[0]?.["datetime"] ?? "").toISOString()]),
    ).toEqual(
      sampleVotersPage(19, 2).items.map(({ account_name, amount, vote, created_at }) => [
        expect.stringMatching(
          new RegExp(
            `^${account_name} \\d+ Oct 2024, [\\d:]+ ${vote === "AGREE" ? "For" : "Against"} .* ${amount.toLocaleString("en")}$`,
          ),
        ),
        created_at,
      ]),
    );
  });

  it("says in place of a removed comment who removed it [P106.7]", async () => {
    const { browser } = await memberOf();
    const items = ["ADMINISTRATOR", "USER"].map((deleted_by, id) => ({ id, content: "", deleted_by }));
    respond("/api/dao/suggestions/19/debates/1/comments", { items });
    const page = mainOf(await browser.open("/dao/suggestions/19/debates/1"));
    const [list = ""] = /<ol class="talk">[\s\S]*?<\/ol>/.exec(page) ?? [];
    expect(words(list)).toBe("Deleted by administrator. Deleted by its author.");
  });

  it("has no button on its debates but the like, and an inquiry none but its author's reply [P143.1]", async () => {
    const { browser, member } = await memberOf({ inquiries: [{ messages: ["q"] }] });
    const [id] = member.inquiries;
    for (const [path, forms] of [
      ["/dao/suggestions/19", []],
      ["/dao/suggestions/19/debates/1", ["/dao/suggestions/19/debates/1/like"]],
      [`/support/requests/${id}`, [`/support/requests/${id}`]],
      [`/support/inquiries/${id}`, [`/support/inquiries/${id}`]],
    ] as const) {
      const page = mainOf(await browser.open(path));
      expect([path, tags(page, "form").map(({ action }) => action)]).toEqual([path, forms]);
      expect([path, tags(page, "button").length]).toEqual([path, forms.length]);
    }
  });

  it("filters suggestions by type, status and sort, and has a list of the member's own [P009.1 P106.1]", async () => {
    const { browser } = await memberOf();
    const items = [{ id: 7, title: "A suggestion", status: "PASSED" }];
    respond("/api/dao/suggestions", list(items));
    for (const path of ["/dao/suggestions", "/dao/suggestions/mine"]) {
      const page = await browser.open(path);
      expect(words(page)).toContain("A suggestion");
      const [form = {}] = tags(mainOf(page), "form").filter(({ role }) => role === "search");
      expect([form["method"], form["action"]]).toEqual(["get", `${path}#list`]);
      expect(["type", "status", "sort"].map((name) => optionsOf(page, name))).toEqual([
        ["POLICY", "CONTENT", "EVENT", "ECONOMY", "ETC"],
        ["UNDER_REVIEW", "RETURNED", "IN_PROGRESS", "PASSED", "REJECTED"],
        ["LATEST", "POPULAR", "ENDING"],
      ]);
    }
  });

  it("lists its members by the type of their pass [P009.1 P106.4]", async () => {
    const { browser } = await memberOf();
    const page = mainOf(await browser.open("/dao/members?type=CANDIDACY"));
    const [tabs = ""] = /<nav\b[^>]*aria-label="Type of pass"[\s\S]*?<\/nav>/.exec(page) ?? [];
    const types = ["Entry", "Voting", "Suggestion", "Business", "Candidacy", "Administration"];
    expect(namedLinks(tabs)).toEqual([
      "All: /dao/members",
      ...types.map((type) => `${type}: /dao/members?type=${type.toUpperCase()}`),
    ]);
    const passes = page.match(/<span class="pass-badge">[\s\S]*?<\/span>/g) ?? [];
    expect(passes.map(words)).toEqual(Array(3).fill("Candidacy pass"));
  });
});
