import { describe, expect, it } from "vitest";
import { calendarFile, calendarOf } from "~/domain/calendar-file";
import { MAX_DEPTH, threaded, threadsOf } from "~/domain/comment-threads";
import { passTypes, readId, standingOf, voteStateOf, votingState, wayOf } from "~/domain/dao";
import { oneOf } from "~/domain/one-of";
import { paths } from "~/domain/paths";
import { readSuggestionQuery, writeSuggestionQuery } from "~/routes/dao/suggestions/filter-bar";

const NOW = Date.UTC(2026, 10, 20, 3);
const MINUTE = 60_000;
const later = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();

describe("whether votes can be cast", () => {
  it.each([
    ["IN_PROGRESS", -10, 10, "open"],
    ["IN_PROGRESS", -10, 0, "ended"],
    ["IN_PROGRESS", 5, 10, "notOpen"],
    ["UNDER_REVIEW", -10, 10, "notOpen"],
    ["RETURNED", -10, 10, "notOpen"],
    ["PASSED", -10, 10, "ended"],
    ["REJECTED", -10, 10, "ended"],
  ] as const)("%s from %d to %d minutes: %s", (status, from, to, state) => {
    expect(votingState({ status, start_at: later(from), end_at: later(to) }, NOW)).toBe(state);
  });

  it("is open without a period, and unknown without a status", () => {
    expect(votingState({ status: "IN_PROGRESS" }, NOW)).toBe("open");
    expect(votingState({ end_at: later(-1) }, NOW)).toBeUndefined();
  });
});

describe("how a vote stands", () => {
  it("says who is ahead, and how far it is to the threshold", () => {
    expect(standingOf({ agree_amount: 41_860, against_amount: 9240, required_amount: 60_000 })).toEqual({
      agree: 41_860,
      against: 9240,
      shares: { agree: 82, against: 18 },
      threshold: { required: 60_000, missing: 18_140, percent: 69, rise: 41_860 / 60_000 },
    });
  });

  it.each([
    [890, 1, { agree: 99, against: 1 }],
    [1, 890, { agree: 1, against: 99 }],
    [890, 0, { agree: 100, against: 0 }],
    [0, 3, { agree: 0, against: 100 }],
  ])("%d and %d are shares of %o", (agree, against, shares) => {
    expect(standingOf({ agree_amount: agree, against_amount: against }).shares).toEqual(shares);
  });

  it("has no shares before the first vote, and no threshold where none came", () => {
    expect(standingOf({})).toEqual({ agree: 0, against: 0 });
    expect(standingOf({ agree_amount: -5, against_amount: 0, required_amount: 10 })).toMatchObject({
      agree: 0,
      threshold: { missing: 10, percent: 0, rise: 0 },
    });
  });

  it("is not yet enough with 99.9 percent", () => {
    expect(standingOf({ agree_amount: 59_999, required_amount: 60_000 }).threshold).toMatchObject({
      missing: 1,
      percent: 99,
    });
  });
});

describe("what the picture of a vote tells", () => {
  const day = { days: 1, hours: 0, minutes: 0 };
  it.each([
    [{ status: "IN_PROGRESS", voting: "open", left: { days: 1, hours: 0, minutes: 1 } }, "open"],
    [{ status: "IN_PROGRESS", voting: "open", left: day }, "ending"],
    [{ status: "IN_PROGRESS", voting: "open", left: { days: 0, hours: 5, minutes: 10 } }, "ending"],
    [{ status: "IN_PROGRESS", voting: "open" }, "open"],
    [{ status: "IN_PROGRESS", voting: "ended" }, "counting"],
    [{ status: "IN_PROGRESS", voting: "notOpen" }, "waiting"],
    [{ status: "UNDER_REVIEW", voting: "notOpen" }, "waiting"],
    [{ status: "RETURNED", voting: "notOpen" }, "returned"],
    [{ status: "PASSED", voting: "ended" }, "passed"],
    [{ status: "REJECTED", voting: "ended" }, "failed"],
    [{}, undefined],
  ] as const)("%o is %s", (suggestion, state) => {
    expect(voteStateOf(suggestion)).toBe(state);
  });

  it.each([
    ["open", 10, 5, "missing"],
    ["ending", 60, 61, "reached"],
    ["counting", 60, 5, "counting"],
    ["counting", 59, 5, "short"],
    ["passed", 61, 5, "passed"],
    ["passed", 60, 5, "exactly"],
    ["failed", 59, 5, "short"],
    ["failed", 60, 60, "overruled"],
    // Status and figures contradict each other, so neither is explained.
    ["passed", 59, 5, undefined],
    ["failed", 60, 5, undefined],
    ["waiting", 0, 0, undefined],
    ["returned", 0, 0, undefined],
  ] as const)("%s with %d to %d of 60: %s", (state, agree, against, way) => {
    expect(
      wayOf(state, standingOf({ agree_amount: agree, against_amount: against, required_amount: 60 })),
    ).toBe(way);
    expect(wayOf(state, standingOf({ agree_amount: agree, against_amount: against }))).toBeUndefined();
  });
});

describe("the list's address", () => {
  it("is read, and written in one way", () => {
    const search = new URLSearchParams("type=event&status=IN_PROGRESS&sort=ENDING&page=2");
    const query = readSuggestionQuery(search);
    expect(query).toEqual({ type: "EVENT", status: "IN_PROGRESS", sort: "ENDING", page: 2 });
    expect(paths.dao.suggestions(writeSuggestionQuery(query))).toBe(
      "/dao/suggestions?type=EVENT&status=IN_PROGRESS&sort=ENDING&page=2",
    );
  });

  it("leaves out what is not understood or the default", () => {
    const query = readSuggestionQuery(new URLSearchParams("type=&status=LOST&sort=LATEST&page=-3"));
    expect(query).toEqual({ sort: "LATEST", page: 1 });
    expect(paths.dao.suggestions(writeSuggestionQuery(query))).toBe("/dao/suggestions");
    expect(oneOf(passTypes, "voting")).toBe("VOTING");
    expect(oneOf(passTypes, "GOLD")).toBeUndefined();
  });

  it.each(["", "-1", "1.5", "1e3", "abc", "9".repeat(16), " 1", undefined])("%j is no id", (raw) => {
    expect(readId(raw)).toBeUndefined();
  });
});

describe("threads", () => {
  const order = (comments: { id: number; parent_id?: number }[]) =>
    threaded(comments).map(({ comment, depth }) => `${comment.id}@${depth}`);

  it("puts replies after the comment that they answer", () => {
    expect(order([{ id: 1 }, { id: 2 }, { id: 3, parent_id: 1 }, { id: 4, parent_id: 3 }])).toEqual([
      "1@0",
      "3@1",
      "4@2",
      "2@0",
    ]);
  });

  it("keeps a reply whose comment stands on another page", () => {
    expect(order([{ id: 11, parent_id: 9 }, { id: 12, parent_id: 11 }, { id: 13 }])).toEqual([
      "11@1",
      "12@2",
      "13@0",
    ]);
  });

  it("shows every comment once, also in a circle and when one answers itself", () => {
    const circle = [{ id: 1, parent_id: 2 }, { id: 2, parent_id: 1 }, { id: 3, parent_id: 3 }, { id: 4 }];
    expect(order(circle).sort()).toEqual(["1@1", "2@2", "3@1", "4@0"]);
  });

  it("takes a chain of any length, and draws it no deeper than there is room", () => {
    const chain = Array.from({ length: 50_000 }, (_, id) => ({ id, ...(id > 0 && { parent_id: id - 1 }) }));
    const shown = threaded(chain);
    expect(shown).toHaveLength(chain.length);
    expect(Math.max(...shown.slice(0, 100).map(({ depth }) => depth))).toBe(MAX_DEPTH);
  });
});

describe("the comments of one author on a page", () => {
  it("are counted in the order that is shown, if there are several", () => {
    const comments = [
      { id: 1, account_name: "Aki" },
      { id: 2, account_name: "Ren" },
      { id: 3, account_name: "Aki" },
      { id: 4, account_name: "Aki", parent_id: 1 },
      { id: 5 },
      { id: 6 },
    ];
    expect(threadsOf(comments).map(({ comment, ordinal }) => [comment.id, ordinal])).toEqual([
      [1, 1],
      [4, 2],
      [2, undefined],
      [3, 3],
      [5, 1],
      [6, 2],
    ]);
  });
});

describe("the calendar file", () => {
  const file = calendarFile({
    uid: "suggestion-19-voting@soria.example",
    at: new Date("2026-11-28T15:00:00.000Z"),
    madeAt: new Date(NOW),
    title:
      "投票の\u200b締め切り：綿雲の入り江に、屋根のある広場をつくる、そして長い長い題名がまだまだ続きます",
    description: "a;b,c\\d\r\nBEGIN:VEVENT\u0007",
    url: "https://soria.example/dao/suggestions/19",
    remindHours: 24,
  });
  const unfolded = file.replace(/\r\n /g, "").split("\r\n");

  it("has the end of the vote in UTC, and a reminder 24 hours before", () => {
    expect(unfolded).toContain("DTSTART:20261128T150000Z");
    expect(unfolded).toContain("DTSTAMP:20261120T030000Z");
    expect(unfolded).toContain("TRIGGER:-PT24H");
    expect(unfolded).toContain("UID:suggestion-19-voting@soria.example");
    expect(unfolded.filter((line) => line.startsWith("BEGIN:"))).toEqual([
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "BEGIN:VALARM",
    ]);
  });

  it("escapes texts, so that they cannot add lines", () => {
    expect(unfolded).toContain("DESCRIPTION:a\\;b\\,c\\\\d\\nBEGIN:VEVENT");
  });

  it("has no zero-width spaces, which mark where a heading may break", () => {
    expect(unfolded.find((line) => line.startsWith("SUMMARY:"))).toContain("投票の締め切り");
  });

  it("breaks lines at 75 bytes, between characters, with CRLF at each end", () => {
    for (const line of file.split("\r\n")) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\n\ufffd]/);
    }
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(unfolded.find((line) => line.startsWith("SUMMARY:"))).toContain("まだまだ続きます");
  });
});

describe("a calendar of several events", () => {
  const entry = (uid: string) => ({
    ...{ uid, at: new Date("2026-11-28T15:00:00.000Z"), madeAt: new Date(NOW) },
    ...{ title: "灯".repeat(60), description: "", url: "https://soria.example" },
  });

  it("is one calendar with a name and an interval, and each event has its own id", () => {
    const file = calendarOf([entry("a"), entry("b")], { name: "投票; a, b", everyHours: 4 });
    const lines = file.replace(/\r\n /g, "").split("\r\n");
    expect(lines.filter((line) => /^(?:BEGIN|UID|NAME|X-WR-CALNAME)/.test(line))).toEqual([
      "BEGIN:VCALENDAR",
      "NAME:投票\\; a\\, b",
      "X-WR-CALNAME:投票\\; a\\, b",
      "BEGIN:VEVENT",
      "UID:a",
      "BEGIN:VEVENT",
      "UID:b",
    ]);
    expect(lines).toContain("X-PUBLISHED-TTL:PT4H");
    for (const line of file.split("\r\n"))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  });

  it("may be empty, and may have an event of a whole day without a reminder", () => {
    expect(calendarOf([])).not.toContain("VEVENT");
    const file = calendarOf([{ ...entry("a"), isAllDay: true }]);
    expect(file).toContain("\r\nDTSTART;VALUE=DATE:20261128\r\n");
    expect(file).not.toContain("VALARM");
  });
});
