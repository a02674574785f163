import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parse, stringify } from "yaml";
import { projectRoot } from "#server/cli/children";
import type { Series } from "../../tools/pictures/dashboard-picture";
import { freePort } from "../kit/programs/redis-server";
import { until } from "../topology/machines";

/** Where each rule file of deploy/observe/prometheus.yaml is in the project (deploy/compose.demo.yaml mounts them). */
const ruleFiles: Record<string, string> = {
  "alerts.yaml": join(projectRoot, "deploy/alerts.yaml"),
  "alerts-service.yaml": join(projectRoot, "deploy/observe/alerts.yaml"),
};

interface Configuration {
  global: Record<string, string>;
  rule_files: string[];
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
}

export interface Rule {
  name: string;
  health: string;
  lastError?: string;
  state: string;
}

/** Prometheus with the shipped configuration, which reads the metrics of one site every second. */
export class Prometheus {
  private constructor(
    readonly origin: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(metricsPort: number): Promise<Prometheus> {
    const home = mkdtempSync(join(tmpdir(), "soria-prometheus-"));
    const shipped = parse(
      readFileSync(join(projectRoot, "deploy/observe/prometheus.yaml"), "utf8"),
    ) as Configuration;
    const [job] = shipped.scrape_configs;
    if (!job) throw new Error("prometheus.yaml scrapes nothing");
    const configuration: Configuration = {
      global: { ...shipped.global, scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: shipped.rule_files.map((path) => ruleFiles[basename(path)] ?? path),
      scrape_configs: [{ ...job, static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
    };
    const file = join(home, "prometheus.yaml");
    writeFileSync(file, stringify(configuration));
    const port = await freePort();
    const child = spawn(
      process.env["PROMETHEUS"] ?? "prometheus",
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(home, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--log.level=warn",
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const origin = `http://127.0.0.1:${port}`;
    await until("Prometheus", async () => {
      if (child.exitCode !== null) throw new Error(output);
      return (await fetch(`${origin}/-/ready`)).ok;
    });
    return new Prometheus(origin, async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    });
  }

  /** Runs a query over a time range, as a panel of Grafana does. Points that are no number are left out. */
  async range(expr: string, legend: string, [from, to]: [number, number]): Promise<Series[]> {
    const query = new URLSearchParams({ query: expr, start: String(from), end: String(to), step: "1" });
    const result = await this.#get<{ metric: Record<string, string>; values: [number, string][] }[]>(
      `/api/v1/query_range?${query.toString()}`,
      "result",
    );
    return result.map(({ metric, values }) => ({
      name: legend.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ""),
      points: values
        .map(([at, value]): [number, number] => [at, Number(value)])
        .filter(([, value]) => Number.isFinite(value)),
    }));
  }

  async rules(): Promise<Rule[]> {
    const groups = await this.#get<{ rules: Rule[] }[]>("/api/v1/rules", "groups");
    return groups.flatMap(({ rules }) => rules);
  }

  async #get<Answer>(path: string, key: string): Promise<Answer> {
    const response = await fetch(this.origin + path);
    const { data, error } = (await response.json()) as { data?: Record<string, Answer>; error?: string };
    if (!response.ok || !data) throw new Error(`${path} answered ${response.status}: ${error}`);
    return data[key] as Answer;
  }
}
