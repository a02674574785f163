/** The Grafana dashboard and the alert rules use only metrics and labels that the site exports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { parse } from "yaml";

const text = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

afterEach(() => {
  vi.unstubAllEnvs();
});

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

/** Returns the exported metrics by name, each with its labels. */
async function exported(): Promise<Map<string, Set<string>>> {
  vi.stubEnv("METRICS_PORT", "9464");
  const { metrics } = await import("#server/observe/metrics.server");
  await import("#server/session/refresher.server");
  await import("#server/store/stores.server");
  const known = new Map<string, Set<string>>();
  for (const metric of metrics()?.registry.getMetricsAsArray() ?? []) {
    const { name, labelNames, type } = metric as unknown as {
      name: string;
      labelNames: string[];
      type: string;
    };
    const labels = new Set([...labelNames, "instance", "job", "le"]);
    const endings = type === "histogram" ? ["_bucket", "_count", "_sum"] : [""];
    for (const ending of endings) known.set(name + ending, labels);
  }
  return known;
}

/** Returns the unknown metrics and labels in a PromQL expression. */
function problemsOf(expr: string, known: Map<string, Set<string>>): string[] {
  return [...expr.matchAll(/\b((?:soria|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = "", selector = ""]) => {
      const labels = known.get(name);
      if (!labels) return [`no metric ${name}`];
      const selected = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label);
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
      return [...selected, ...grouped]
        .filter((label) => !labels.has(label))
        .map((label) => `${name} has no label ${label}`);
    },
  );
}

test("each panel and each alert rule names metrics and labels that exist", async () => {
  const known = await exported();
  const { panels } = JSON.parse(text("deploy/observe/dashboard.json")) as { panels: Panel[] };
  const groups = ["deploy/alerts.yaml", "deploy/observe/alerts.yaml"].flatMap(
    (path) => (parse(text(path)) as { groups: { rules: { expr: string }[] }[] }).groups,
  );
  const expressions = [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  expect(expressions.flatMap((expr) => problemsOf(expr, known))).toEqual([]);
  // Every metric of the site is used in a panel or a rule.
  const all = expressions.join(" ");
  const own = new Set([...known.keys()].map((name) => name.replace(/_(?:bucket|count|sum)$/, "")));
  expect([...own].filter((name) => name.startsWith("soria_") && !all.includes(name))).toEqual([]);
});

test("finds a metric and a label that do not exist", () => {
  const known = new Map([["soria_connections", new Set(["instance"])]]);
  expect(problemsOf('sum by (state) (soria_connections{zone="a"}) + soria_gone', known)).toEqual([
    "soria_connections has no label zone",
    "soria_connections has no label state",
    "no metric soria_gone",
  ]);
});

test("deploy/compose.demo.yaml mounts files that exist", () => {
  const { services } = parse(text("deploy/compose.demo.yaml")) as {
    services: Record<string, { volumes?: string[]; profiles?: string[] }>;
  };
  const observed = Object.values(services).filter(({ profiles }) => profiles?.includes("observe"));
  const mounted = observed.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""));
  expect(mounted.length).toBe(6);
  for (const path of mounted) expect(text(join("deploy", path)), path).not.toBe("");
});
