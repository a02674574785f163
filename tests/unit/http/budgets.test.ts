/** docs/limits.md and deploy/alerts.yaml match the code's limits. `npm run budgets` writes them. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { budgetNames } from "#server/observe/metrics.server";
import { rateLimits } from "#server/limits/rate-limit.server";
import { alertRules, alerts, budgetRows, budgetTable, recordTable } from "../../kit/project/budget-rows";

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const budgets = readFileSync(file("docs/limits.md"), "utf8");

test("docs/limits.md has the limits of connections, requests and records as the code has them", async () => {
  let expected = budgets;
  for (const [name, table] of [
    ["budgets", budgetTable()],
    ["records", recordTable()],
  ] as const) {
    const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
    const [before = "", rest = ""] = expected.split(begin);
    expected = `${before}${begin}\n\n${table}\n\n${rest.slice(rest.indexOf(end))}`;
  }
  await expect(expected).toMatchFileSnapshot(file("docs/limits.md"));
});

test("deploy/alerts.yaml has an alert for each budget", async () => {
  const head =
    "# Alerts for Prometheus, written by `npm run budgets`. Choose the thresholds by your own traffic.\n";
  const text = head + stringify(alertRules(), { lineWidth: 0 });
  await expect(text).toMatchFileSnapshot(file("deploy/alerts.yaml"));
  const counts = new Map(budgetNames.map((name) => [name, 0]));
  for (const name of alerts.flatMap(({ names }) => names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
});

test("every name that is counted stands in the tables", () => {
  for (const name of budgetNames) expect(budgets, name).toContain(`\`${name}\``);
});

test("the tables name files that exist", () => {
  const folders = /`(server\/[\w/.-]+)`(?:, `([\w.-]+\.ts)`)?/g;
  const paths = [...budgets.matchAll(folders)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(budgetRows.length);
  for (const path of paths) expect(existsSync(file(path)), path).toBe(true);
});

describe("the rate limits in the table are those of the code", () => {
  const rows = budgets.split("\n").filter((line) => line.startsWith("|"));
  test.each(Object.entries(rateLimits))("%s", (name, rules) => {
    const row = rows.find((line) => line.includes(`\`${name}\``)) ?? "";
    for (const { most, windowMs } of rules) {
      const [, text = ""] = row.match(/^\|[^|]*\|([^|]*)\|/) ?? [];
      expect(text).toMatch(new RegExp(`\\b${most} (?:a|an) ${windowMs === 60_000 ? "minute" : "hour"}`));
    }
  });
});

describe("numbers of the table that stand in one module each", () => {
  const rows = budgets.split("\n").filter((line) => line.startsWith("|"));
  const count = (value: number) => value.toLocaleString("en");
  const megabytes = (value: number) => `${value / 1024 / 1024} MB`;

  test.each([
    ["the fields of a form", "server/forms/form.server.ts", "MOST_FIELDS", count],
    ["the fields of a form", "server/uploads/receive.server.ts", "MOST_PARTS", (n) => `multipart ${n} parts`],
    [
      "images that wait",
      "server/uploads/pending-uploads.server.ts",
      "MOST_PER_SESSION",
      (n) => `${n} per session`,
    ],
    ["images that wait", "server/uploads/disk-uploads.server.ts", "MOST_FILES", (n) => `${n} per machine`],
    [
      "images that wait",
      "server/uploads/disk-uploads.server.ts",
      "MOST_PER_ADDRESS",
      (n) => `${n} per address`,
    ],
    ["images that wait", "server/uploads/pending-uploads.server.ts", "MOST_FILES", (n) => `${n} in Redis`],
    ["a page rendered", "server/web/render-cache.server.ts", "MOST_BYTES", megabytes],
    ["a guest's message", "server/session/guest-session-cookie.server.ts", "MOST_CHARACTERS", count],
    ["a member's sessions", "server/session/member-sessions.server.ts", "MOST_SESSIONS", count],
    ["purchases of a member", "server/purchases/purchase.server.ts", "MOST_IN_DOUBT", count],
    ["a report of blocked", "server/http/browser-reports.ts", "MOST_A_MINUTE", (n) => `${n} log lines`],
    ["a response of the API", "server/api/exchange.server.ts", "MAX_RESPONSE_BYTES", megabytes],
    ["a response of the API", "server/api/envelope.server.ts", "MOST_VALUES", (n) => `${count(n)} values`],
    ["connections that wait", "server/compose/index.ts", "BACKLOG", count],
    ["cached reads of the API", "server/api/swr-storage.server.ts", "MOST_FILES", (n) => `${count(n)} files`],
  ] as [string, string, string, (value: number) => string][])("%s: %s, %s", (row, path, constant, text) => {
    const source = readFileSync(file(path), "utf8");
    const [, written = ""] = new RegExp(`const ${constant} = ([\\d_* ]+);`).exec(source) ?? [];
    const factors = written.split("*").map((factor) => Number(factor.trim().replaceAll("_", "")));
    const value = factors.reduce((product, factor) => product * factor, 1);
    expect(value).toBeGreaterThan(0);
    expect(rows.find((line) => line.startsWith(`| ${row}`))?.split("|")[2]).toContain(text(value));
  });
});
