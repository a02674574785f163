import { describe, expect, it, test } from "vitest";
import { csvCell } from "~/domain/csv";
import { translator } from "~/i18n/i18n.server";
import { historyHead, historyRows } from "~/routes/my-page/history-csv/route";

describe("a cell", () => {
  test.each([
    ["綿雲の家キット", "綿雲の家キット"],
    ['a "b" c', '"a ""b"" c"'],
    ["a,b", '"a,b"'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
    [-1200, "-1200"],
    ["-1200", "-1200"],
    ["123456789012345678", "'123456789012345678"],
    ["00123", "'00123"],
    ["００１２３", "'００１２３"],
    ["1E10", "'1E10"],
    ["3/4", "'3/4"],
    ["1-2", "'1-2"],
    ["2024-01-02", "'2024-01-02"],
    ["12:30", "'12:30"],
    ["(5)", "'(5)"],
    ["MAR1", "'MAR1"],
    ["1 Dec", "'1 Dec"],
    ["0.50", "0.50"],
    ["1234.56", "1234.56"],
    ["123", "123"],
    ["2026-12-25 08:30:00", "2026-12-25 08:30:00"],
    ["-12.5", "-12.5"],
    ["=1+1", "'=1+1"],
    ["+81-3-1234", "'+81-3-1234"],
    ["-2+3", "'-2+3"],
    ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["  =1", "'  =1"],
    ["\r=1", '"\'\r=1"'],
    ["＝1+1", "'＝1+1"],
    ["\u200b=1", "'\u200b=1"],
    ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ])("%j is written %s", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

it("has the columns of the screen, times in Japan and signs by type", () => {
  const t = translator("en");
  const row = {
    id: 1,
    created_at: "2026-11-20T15:00:00Z",
    currency_type: "soria-plus",
    type: "REDEEM",
    change_amount: 1200,
    net_amount: 7480,
    web_note: '=evil, "note"',
  } as const;
  expect(historyHead(t)).toBe("\uFEFFDate and time (JST),Currency,Type,Change,Balance,Note\r\n");
  expect(historyRows([row, undefined, { ...row, type: "REWARD", web_note: undefined }], t)).toBe(
    '2026-11-21 00:00:00,Soria Plus,Spent,-1200,7480,"\'=evil, ""note"""\r\n' +
      "This entry can’t be shown. Please try again later.,,,,,\r\n" +
      "2026-11-21 00:00:00,Soria Plus,Reward,1200,7480,\r\n",
  );
});
