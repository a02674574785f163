import { describe, expect, it, vi } from "vitest";
import { readPages } from "#server/api/read-pages.server";

type Row = { id: number | undefined };
const FOREVER = 9_007_199_254_740_991;
const ids = (...list: (number | undefined)[]): Row[] => list.map((id) => ({ id }));
const idOf = ({ id }: Row) => id;

async function all(
  pageAt: (page: number) => Row[],
  {
    pageCount = FOREVER,
    total = 0,
    ...limits
  }: { pageCount?: number; total?: number } & Partial<Parameters<typeof readPages<Row>>[1]> = {},
) {
  const onCut = vi.fn();
  const read = vi.fn((page: number) => ({ rows: pageAt(page), pageCount, total }));
  const rows: (number | undefined)[] = [];
  for await (const page of readPages(read, { idOf, onCut, ...limits })) rows.push(...page.map(idOf));
  return { rows, calls: read.mock.calls.length, cut: onCut.mock.calls.length };
}

describe("readPages", () => {
  it("reads as many pages as there are", async () =>
    expect(await all((page) => ids(page), { pageCount: 3 })).toEqual({ rows: [1, 2, 3], calls: 3, cut: 0 }));

  it.each([
    ["is empty", (page: number) => (page === 1 ? ids(1, 2) : [])],
    ["repeats the page before", () => ids(1, 2)],
    ["repeats an earlier page", (page: number) => (page % 2 === 1 ? ids(1) : ids(2))],
  ])("ends at a page that %s, whatever the page count says", async (_, pageAt) => {
    const { rows, calls, cut } = await all(pageAt);
    expect([[1, 2], 0]).toEqual([rows, cut]);
    expect(calls).toBeLessThanOrEqual(3);
  });

  it("ends at the known total", async () =>
    expect(await all((page) => ids(2 * page - 1, 2 * page), { total: 6 })).toMatchObject({
      ...{ rows: [1, 2, 3, 4, 5, 6], calls: 3, cut: 0 },
    }));

  it("takes a total that is that of the first page for unknown", async () =>
    expect(await all((page) => ids(page), { pageCount: 3, total: 1 })).toMatchObject({ rows: [1, 2, 3] }));

  it("ends at so many rows, and says so", async () =>
    expect(await all((page) => ids(2 * page - 1, 2 * page), { mostRows: 3 })).toEqual({
      ...{ rows: [1, 2, 3], calls: 2, cut: 1 },
    }));

  it("logs nothing for a list with exactly the maximum of rows", async () =>
    expect(await all((page) => ids(page), { pageCount: 3, mostRows: 3 })).toMatchObject({
      rows: [1, 2, 3],
      cut: 0,
    }));

  it("ends at so many pages, and says so", async () =>
    expect(await all((page) => ids(page), { mostPages: 4 })).toMatchObject({ calls: 4, cut: 1 }));

  it("reads 10,000 rows at most, in 500 calls", async () => {
    const fifty = (page: number) => ids(...Array.from({ length: 50 }, (_, at) => page * 50 + at));
    const { rows, calls, cut } = await all(fifty);
    expect([rows.length, calls, cut]).toEqual([10_000, 200, 1]);
    expect(await all((page) => ids(page))).toMatchObject({ calls: 500, cut: 1 });
  });

  it("shows each row once when new ones push it to the next page", async () => {
    const pages = [ids(1, 2), ids(2, 3), ids(3, undefined, 4)];
    expect(await all((page) => pages[page - 1] ?? [], { pageCount: 3 })).toMatchObject({
      rows: [1, 2, 3, undefined, 4],
    });
  });

  it("passes on the failure of a page", async () => {
    const read = () => Promise.reject(new Error("no list"));
    await expect(readPages(read, { idOf }).next()).rejects.toThrow("no list");
  });
});
