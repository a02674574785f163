import { describe, expect, it } from "vitest";
import { z } from "zod";
import { calls } from "#server/wire/calls";
import { count, maybe, moment, notingRows, softly, words } from "#server/wire/common";

const post = {
  id: 1,
  title: "A",
  type: "EVENT",
  created_at: "2026-01-01T00:00:00Z",
  total_views: 3,
  is_fixed: true,
  noticeImages: [],
};
const change = {
  ...{ id: 1, created_at: post.created_at, currency_type: "soria", type: "REWARD" },
  ...{ change_amount: 1, net_amount: 1 },
};
const news = (...items: unknown[]) => ({ page: 1, page_count: 1, stats: { total: 9 }, items });
const read = (schema: z.ZodTypeAny, data: unknown) => notingRows(() => schema.safeParse(data));

describe("a number of the API", () => {
  const profile = { id: 7, type: "EMAIL", pointAmount: 1, soriaAmount: 2, soriaPlusAmount: 3 };
  it.each(["56780", NaN, Infinity, 1e300, 2 ** 53, 1.5, true, null, undefined, [], {}])(
    "%j leaves the profile whole, without that balance",
    (soriaAmount) => {
      const { result } = read(calls.profile.data, { ...profile, soriaAmount });
      expect(result.data).toMatchObject({ pointAmount: 1, soriaAmount: undefined, soriaPlusAmount: 3 });
    },
  );

  const item = { id: 7, name: "Kite", payment_type: "SORIA" };
  it.each([1998.9999999, "30000", 1e300, -1, NaN])("%j is no price", (sale_amount) => {
    expect(read(calls.product.data, { ...item, sale_amount }).result.data).toMatchObject({
      sale_amount: null,
    });
  });

  it.each([-5, 1e300, 1.5, "7"])("%j is no id and no count of pages", (id) => {
    expect(read(calls.newsItem.data, { ...post, id }).result.success).toBe(false);
    expect(read(calls.news.data, { ...news(post), page_count: id }).result.data).toMatchObject({
      page_count: 1,
    });
  });
});

describe("a long text of the API", () => {
  it("is clipped in a title, and whole in a post", () => {
    const long = "あ".repeat(20_000);
    const { data } = read(calls.newsItem.data, { ...post, title: long, content: long }).result;
    expect(data).toMatchObject({ title: `${"あ".repeat(300)}…`, content: long });
  });
  it.each(["a".repeat(300), "😀".repeat(300)])("of 300 characters stays: %s", (title) => {
    expect(read(calls.newsItem.data, { ...post, title, content: "" }).result.data).toMatchObject({ title });
  });
});

/** One value of each type that a field can have, and nearly valid ones. */
const odd = [
  undefined,
  null,
  "",
  " a ",
  "2026-01-01T00:00:00Z",
  "soon",
  0,
  7,
  -1,
  1.5,
  NaN,
  true,
  [],
  ["a", 1],
  {},
  { a: 1 },
  { a: "x" },
];

it.each<[string, z.ZodTypeAny]>([
  ["a text", z.string()],
  ["a count", count],
  ["a moment", moment],
  ["words", words],
  ["a list", z.array(z.string())],
  ["an object", z.object({ a: count, b: softly(z.string(), "none") })],
])("%s that a row may lack is parsed as by Zod's own catch", (_, schema) => {
  const own = maybe(schema).catch(undefined);
  for (const value of odd) {
    expect(softly(schema).parse(value)).toEqual(own.parse(value));
    const row = (field: z.ZodTypeAny) => z.object({ field }).safeParse({ field: value });
    expect(row(softly(schema))).toStrictEqual(row(own));
    expect(softly(schema, "none").parse(value)).toEqual(own.parse(value) ?? "none");
  }
});

describe("a list is read row by row", () => {
  it("a row is shown without what is missing or of another kind", () => {
    const odd = { id: 2, title: null, type: 7, created_at: "soon", total_views: null, is_fixed: "no" };
    const { result, notes } = read(calls.news.data, news(post, odd, { id: 3 }));
    expect(result.data?.items).toEqual([
      post,
      { id: 2, title: "", type: "ETC", is_fixed: false, noticeImages: [] },
      { id: 3, title: "", type: "ETC", is_fixed: false, noticeImages: [] },
    ]);
    expect(notes).toEqual([]);
  });

  it.each([
    ["0001-01-01T00:00:00Z", true],
    ["9999-12-31T14:59:59Z", true],
    // This is the year 10000 in Japan, which browsers and Node parse as different times.
    ["9999-12-31T15:00:00Z", false],
    ["+275760-09-13T00:00:00.000Z", false],
    ["-000001-01-01T00:00:00Z", false],
    ["soon", false],
  ])("the time %s of a post is shown: %s", (created_at, isShown) => {
    const { result } = read(calls.news.data, news({ ...post, created_at }));
    expect(result.data?.items).toMatchObject([{ id: 1 }]);
    expect(
      "created_at" in (result.data?.items[0] ?? {}) && result.data?.items[0].created_at !== undefined,
    ).toBe(isShown);
  });

  it("a row without what it cannot be shown without is left out, and noted", () => {
    const { result, notes } = read(calls.news.data, news(post, { ...post, id: "x" }, null, "row"));
    expect(result.data?.items).toEqual([post]);
    expect(notes.map((note) => note.split(":")[0])).toEqual(["items.1.id", "items.2", "items.3"]);
  });

  it("a row that is left out leaves its place, for lists that number their rows", () => {
    const places = (...items: unknown[]) =>
      read(calls.news.data, news(...items)).result.data?.gaps as unknown;
    expect(places(null, post, { ...post, id: "x" }, post)).toEqual([0, 2]);
    expect(places(post)).toBeUndefined();
  });

  it("the answer fails when nothing in it can be shown, and only then", () => {
    expect(read(calls.news.data, news({ ...post, id: null }, {})).result.success).toBe(false);
    expect(read(calls.news.data, { items: "none", page: "first" }).result.success).toBe(false);
    expect(read(calls.news.data, news()).result.success).toBe(true);
    const bare = read(calls.news.data, { items: [post], page: null, stats: null }).result;
    expect(bare.data).toMatchObject({ page: 1, page_count: 1, stats: { total: 1 } });
  });

  it.each<[string, z.ZodTypeAny, unknown, string, unknown[]]>([
    [
      "an inquiry of an unknown status",
      calls.inquiries.data,
      { content: [{ id: 1, publicId: "a", typeCode: "NEW", subject: " ", status: "PAUSED", createdAt: 5 }] },
      "content",
      [{ id: 1, publicId: "a", typeCode: "ETC", subject: "" }],
    ],
    [
      "a message without a time",
      calls.inquiry.data,
      { publicId: "a", messages: [{ senderType: "ADMIN", content: null }, 7] },
      "messages",
      [{ senderType: "ADMIN", content: "", attachments: [] }],
    ],
    [
      "a question without an answer; an answer without a question",
      calls.faq.data,
      {
        items: [
          { id: 1, type: "?", question: "Q" },
          { id: 2, type: "ETC", question: " ", answer: "A" },
        ],
      },
      "items",
      [{ id: 1, type: "ETC", question: "Q", answer: "" }],
    ],
    [
      "a change of money without its amount",
      calls.history.data,
      { items: [change, { ...change, id: 2, change_amount: undefined }] },
      "items",
      [change],
    ],
    [
      "a suggestion whose numbers are none",
      calls.suggestions.data,
      { items: [{ id: 1, agree_amount: "many", title: 5, created_at: "" }, { title: "no id" }] },
      "items",
      [{ id: 1 }],
    ],
  ])("%s", (_name, schema, data, list, rows) => {
    const { result } = read(schema, data);
    expect((result.data as Record<string, unknown>)[list]).toEqual(rows);
  });
});
