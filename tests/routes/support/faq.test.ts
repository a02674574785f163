import { beforeEach, describe, expect, it } from "vitest";
import { loader } from "~/routes/support/faq/route";
import { loader as supportLoader } from "~/routes/support/index/route";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { isSameForAll } from "#server/protocol/cache-headers.server";
import { Visitor } from "../../kit/visitors/visitor";
import { faults } from "../../mocks/server";
import { memberVisits } from "../my-page/support";

const visitor = new Visitor();
const faq = (search = "") => visitor.get(loader, `/support/faq${search}`);

beforeEach(() => replaceCachedReads());

describe("the FAQ", () => {
  it("is where /support leads, in place of itself in the history [P025.1 P025.2]", async () => {
    const response = await visitor.get(() => supportLoader(), "/support");
    expect(response.location).toBe("/support/faq");
    expect(response.headers.get("X-Remix-Replace")).toBe("true");
  });

  it("has ten items a page, and counts every type whatever the filter", async () => {
    const { data } = await faq();
    expect(data.items).toHaveLength(10);
    expect(data.total).toBe(Object.values(data.stats as Record<string, number>).reduce((a, b) => a + b));
    const { data: filtered } = await faq("?type=EVENT");
    expect(filtered.stats).toEqual(data.stats);
    expect(filtered.items).toHaveLength(filtered.stats.EVENT);
    for (const item of filtered.items) expect(item.type).toBe("EVENT");
  });

  it("finds the page of the item that the address opens", async () => {
    const last = (await faq("?page=3")).data;
    const { id } = last.items.at(-1);
    const { data } = await faq(`?open=${id}`);
    expect(data.query).toMatchObject({ page: 3, open: id });
    expect(data.items).toEqual(last.items);
  });

  it("shows an answer that is filed under another type than its address says among all", async () => {
    const { id } = (await faq("?page=3")).data.items.at(-1);
    const { data } = await faq(`?type=ACCOUNT_RELATED&open=${id}`);
    expect(data.query).toEqual({ page: 3, open: id });
    // An unknown id does not affect the list.
    const unknown = await faq("?type=EVENT&open=99999");
    expect(unknown.data.query).toMatchObject({ type: "EVENT", page: 1 });
    for (const item of unknown.data.items) expect(item.type).toBe("EVENT");
  });

  it.each([
    ["en", "member's name", "member’s name"],
    ["ja", "サインイン", "ｻｲﾝｲﾝ"],
    ["en", "Cafe", "café"],
  ])("finds in %s the same for %s and %s", async (lng, one, other) => {
    const found = async (keyword: string) =>
      (await faq(`?lng=${lng}&keyword=${encodeURIComponent(keyword)}`)).data.items;
    expect(await found(one)).toEqual(await found(other));
  });

  it("finds a sentence across an inline tag", async () => {
    const { data } = await faq(`?keyword=${encodeURIComponent("5回続けて間違える")}`);
    expect(data.items).toHaveLength(1);
    expect(data.elsewhere).toBeNull();
  });

  it("looks into the rules and the news for what no answer has, and says so", async () => {
    const nothing = (await faq("?keyword=zzzzz")).data;
    expect(nothing.elsewhere).toEqual({ rules: [], news: [] });
    const { total, elsewhere } = (await faq(`?keyword=${encodeURIComponent("投票")}`)).data;
    expect(total).toBe(0);
    expect(elsewhere.rules.map(({ path }: { path: string }) => path)).toContain("/dao/operating-method");
    expect(elsewhere.news.length).toBeGreaterThan(0);
  });

  it.each(["?page=99", "?page=-1", "?page=x", "?type=__proto__", "?open=99999", "?open=-1", "?type="])(
    "takes %s for the first page of everything",
    async (search) => {
      const { data, status } = await faq(search);
      expect(status).toBe(200);
      expect(data.query.page).toBe(1);
      expect(data.query.type).toBeUndefined();
      expect(data.items).toHaveLength(10);
    },
  );

  describe("searched", () => {
    const found = async (keyword: string, more = "") =>
      (await faq(`?keyword=${encodeURIComponent(keyword)}${more}`)).data;

    it("finds a word in questions and answers, in any width and kana, and counts the types of what it found", async () => {
      const { items, stats, total, query } = await found("パスワード");
      expect(total).toBeGreaterThan(0);
      expect(Object.values(stats as Record<string, number>).reduce((a, b) => a + b)).toBe(total);
      expect(query).toEqual({ keyword: "パスワード", page: 1 });
      for (const same of ["ﾊﾟｽﾜｰﾄﾞ", "ぱすわーど", "  パスワード　"]) {
        expect((await found(same)).items).toEqual(items);
      }
      const type = items[0].type as string;
      const ofType = await found("パスワード", `&type=${type}`);
      expect(ofType.items).toHaveLength(ofType.stats[type]);
      expect(ofType.stats).toEqual(stats);
    });

    it("is empty for a word that is nowhere, and whole for blanks", async () => {
      expect(await found("存在しない言葉")).toMatchObject({ items: [], total: 0, pages: 1 });
      expect((await found("   ")).items).toHaveLength(10);
    });

    it("is kept by no shared cache, and makes no key of the cache of reads", async () => {
      const response = await faq("?keyword=Soria");
      expect(isSameForAll(response.headers)).toBe(false);
      expect(isSameForAll((await faq()).headers)).toBe(true);
      // The pages are cached, so another keyword needs no API call.
      await faults({ path: "/api/support/faq", status: 500 });
      const { total, staleSince } = await found("サインイン");
      expect([total > 0, staleSince]).toEqual([true, null]);
    });
  });

  it("leads on to an inquiry whose type the visitor may choose", async () => {
    const { data } = await faq("?type=BUG_ERROR");
    expect(data.items[0].inquiryType).toBe("NON_MEMBER");
    const { visitor: member } = await memberVisits();
    const response = await member.get(loader, "/support/faq?type=BUG_ERROR");
    expect(response.data.items[0].inquiryType).toBe("BUG_ERROR");
  });
});
