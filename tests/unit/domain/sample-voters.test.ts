import { describe, expect, it } from "vitest";
import { sampleVotersPage } from "~/domain/sample-voters";

describe("the sample of voters", () => {
  it("has 123 pages of 10 [P106.5]", () => {
    const first = sampleVotersPage(19, 1);
    expect(first).toMatchObject({ page: 1, totalPages: 123, total: 1230 });
    for (const page of [1, 64, 123]) expect(sampleVotersPage(19, page).items).toHaveLength(10);
  });

  it("is the same on every visit, and another one for each suggestion", () => {
    expect(sampleVotersPage(19, 7)).toEqual(sampleVotersPage(19, "7"));
    expect(sampleVotersPage(19, 1).items[0]).toEqual({
      account_name: expect.any(String) as string,
      amount: expect.any(Number) as number,
      vote: expect.stringMatching(/^(AGREE|AGAINST)$/) as string,
      created_at: expect.stringMatching(/^2024-10-18T/) as string,
    });
    expect(sampleVotersPage(19, 1).items).not.toEqual(sampleVotersPage(18, 1).items);
    // Snapshot of the list, so that no code change alters it unnoticed.
    expect(sampleVotersPage(1, 1).items.map(({ amount, vote }) => `${vote} ${amount}`))
      .toMatchInlineSnapshot(`
      [
        "AGREE 1",
        "AGREE 207",
        "AGAINST 24",
        "AGREE 5",
        "AGREE 1103",
        "AGAINST 692",
        "AGAINST 25",
        "AGREE 806",
        "AGAINST 72",
        "AGREE 553",
      ]
    `);
  });

  it("has whole amounts, newest vote first", () => {
    const pages = Array.from({ length: 123 }, (_, index) => sampleVotersPage(5, index + 1).items);
    const all = pages.flat();
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(times.length);
    expect(all.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true);
  });

  it.each(["0", "124", "-1", "x", null, undefined])("page %j is page 1", (page) => {
    expect(sampleVotersPage(3, page)).toEqual(sampleVotersPage(3, 1));
  });

  it("is empty for 0, which is no suggestion's number", () => {
    expect(sampleVotersPage(0, 5)).toMatchObject({ items: [], page: 1, totalPages: 0, total: 0 });
  });
});
