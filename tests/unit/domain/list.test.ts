/** One definition gives a list's URLs, pager and pages. */
import { describe, expect, it } from "vitest";
import {
  choice,
  choiceOr,
  defineList,
  listOf,
  loadPage,
  pageOf,
  rowNumberFilter,
  wholeNumber,
} from "~/domain/list";
import { newsList } from "~/domain/news-query";
import { withQuery } from "~/domain/paths";
import { faqList } from "~/routes/support/faq/faq-query";
import { historyList } from "~/domain/history-list";

const path = (query: Parameters<typeof withQuery>[1]) => withQuery("/list", query);
const list = defineList({
  path,
  hash: "#rows",
  filters: { kind: choice(["A", "B"]), order: choiceOr(["NEW", "OLD"], "NEW"), open: rowNumberFilter },
  search: { by: ["TITLE", "TEXT"] },
  size: wholeNumber(10, 50),
});
const read = (search: string) => list.read(new URLSearchParams(search));

describe("a list", () => {
  it.each<[string, object]>([
    ["", { order: "NEW", page: 1, size: 10 }],
    ["kind=b&order=old&page=3&size=20", { kind: "B", order: "OLD", page: 3, size: 20 }],
    ["kind=C&order=x&page=0&size=51&open=x", { order: "NEW", page: 1, size: 10 }],
    ["kind=&page=1e9&size=1.5", { order: "NEW", page: 1, size: 10 }],
    ["keyword=+a++b+&open=7", { order: "NEW", page: 1, size: 10, open: 7, keyword: "a b", by: "TITLE" }],
    ["keyword=a&by=text", { order: "NEW", page: 1, size: 10, keyword: "a", by: "TEXT" }],
    ["by=TEXT", { order: "NEW", page: 1, size: 10 }],
  ])("reads %s and ignores what it does not know", (search, query) => {
    expect(read(search)).toEqual(query);
  });

  it.each([
    ["", "/list#rows"],
    ["page=1&size=10&order=new", "/list#rows"],
    [
      "page=2&order=OLD&kind=a&keyword=x&size=20&open=4",
      "/list?kind=A&order=OLD&by=TITLE&keyword=x&size=20&page=2#rows",
    ],
  ])("writes the query %s as one URL", (search, href) => {
    expect(list.href(read(search))).toBe(href);
  });

  it("keeps its filters in the links of its pager", () => {
    const { page, totalPages, href } = list.pager(read("kind=A&page=2"), 9);
    expect([page, totalPages, href(1), href(3)]).toEqual([
      2,
      9,
      "/list?kind=A#rows",
      "/list?kind=A&page=3#rows",
    ]);
  });

  it("knows whether it is only a part", () => {
    expect(
      ["", "page=4", "open=1", "order=OLD", "kind=A", "keyword=x"].map((one) => list.isFiltered(read(one))),
    ).toEqual([false, false, false, true, true, true]);
  });

  it("shows page 1 for a page outside the range, by a second call", async () => {
    const asked: number[] = [];
    const get = async ({ page }: { page: number }) => {
      asked.push(page);
      return { of: page, pages: 3 };
    };
    const load = (page: number) => list.load(read(`kind=A&page=${page}`), get, ({ pages }) => pages);
    expect(await load(3)).toMatchObject({ query: { page: 3, kind: "A" }, response: { of: 3 } });
    expect(await load(4)).toMatchObject({ query: { page: 1, kind: "A" }, response: { of: 1 } });
    expect(asked).toEqual([3, 4, 1]);
    // A list without rows has no pages, and one page.
    expect(
      await loadPage(
        1,
        (page) => get({ page }),
        () => 0,
      ).then(({ page }) => page),
    ).toBe(1);
  });

  it("redirects a request of its filter form to its own URL, and no other", () => {
    const own = listOf({
      ...{ path, csvPath: (query: Parameters<typeof path>[0]) => withQuery("/list.csv", query) },
      read: () => ({ page: 1 }),
      write: ({ page }) => ({ page }),
      redirect: (search) => (search.has("form") ? { kind: "A", refused: "order" } : undefined),
    });
    expect(own.redirectOf(new URLSearchParams("form=1"))).toBe("/list?kind=A&refused=order");
    expect(own.redirectOf(new URLSearchParams("kind=A"))).toBeUndefined();
    expect(own.csvHref({ page: 2 })).toBe("/list.csv?page=2");
    expect(list.csvHref(read(""))).toBeUndefined();
  });
});

describe("rows that are all known", () => {
  it.each([
    [1, [1, 2], 1],
    [3, [5], 3],
    [4, [1, 2], 1],
    ["x", [1, 2], 1],
  ])("page %s has %j", (asked, items, page) => {
    expect(pageOf([1, 2, 3, 4, 5], asked, 2)).toEqual({ page, totalPages: 3, total: 5, items });
  });

  it("that are none have one page", () => {
    expect(pageOf([], 2)).toEqual({ page: 1, totalPages: 1, total: 0, items: [] });
  });
});

describe("the lists of the site", () => {
  it("keep their URLs", () => {
    const search = new URLSearchParams("type=event&by=TITLE_CONTENT&keyword=a&size=20&page=2");
    expect(newsList.href(newsList.read(search))).toBe(
      "/news?type=EVENT&by=TITLE_CONTENT&keyword=a&size=20&page=2",
    );
    const faq = new URLSearchParams("type=install_play&open=5&page=2&keyword=b");
    expect(faqList.read(faq)).toEqual({ type: "INSTALL_PLAY", open: 5, page: 2, keyword: "b" });
    expect(faqList.href(faqList.read(faq))).toBe("/support/faq?type=INSTALL_PLAY&keyword=b&page=2");
  });

  it("send a filter form of the history, also a refused one, to a URL that can be shared", () => {
    const now = Date.UTC(2026, 0, 15);
    const form = new URLSearchParams(
      "shown=soria ALL WEEK 2026-01-08 2026-01-15 10&to=2027-01-01&from=2026-01-08",
    );
    const address = historyList.redirectOf(form, now) ?? "";
    expect(address).toContain("refused=future");
    const shared = new URLSearchParams(address.split("?")[1]);
    expect(historyList.redirectOf(shared, now)).toBeUndefined();
    expect(historyList.read(shared, now)).toMatchObject({ from: "2026-01-08", to: "2026-01-15", page: 1 });
  });
});
