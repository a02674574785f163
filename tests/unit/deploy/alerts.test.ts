/** The alert rules, held by promtool (Debian's package prometheus) where it is installed. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const promtool = (...args: string[]) =>
  spawnSync("promtool", args, { cwd: root, encoding: "utf8", timeout: 60_000 });
const hasPromtool = promtool("--version").status === 0;

test.skipIf(!hasPromtool)("promtool accepts all rules, and each fires for the site that fails alone", () => {
  for (const args of [
    ["check", "rules", "deploy/alerts.yaml", "deploy/observe/alerts.yaml"],
    ["test", "rules", "deploy/observe/alerts.test.yaml"],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    expect(status, stdout + stderr).toBe(0);
  }
});

test("each alert has a severity, a summary and a heading of a page that says what to do", () => {
  const { groups } = parse(readFileSync(`${root}deploy/observe/alerts.yaml`, "utf8")) as {
    groups: {
      rules: { labels: { severity: string }; annotations: { summary: string; runbook: string } }[];
    }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  for (const { labels, annotations } of rules) {
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    const [page = "", anchor = ""] = annotations.runbook.split("#");
    expect(existsSync(root + page), page).toBe(true);
    const headings = [...readFileSync(root + page, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
    expect(headings).toContain(anchor);
  }
});
