/**
 * Prometheus reads a built site under traffic: every panel of the dashboard shows something, and every rule can be
 * evaluated. Only with `npm run test:observe`. `OBSERVE_SECONDS` is the length of the traffic; `DASHBOARD_PICTURE` is a
 * file for the picture of the panels.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { dashboardPicture, type Panel, type Series } from "../../tools/pictures/dashboard-picture";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { Load } from "../topology/load";
import { until } from "../topology/machines";
import { Prometheus } from "./prometheus";

const SECONDS = Number(process.env["OBSERVE_SECONDS"] ?? "40");
const path = (name: string) => join(projectRoot, name);
const promtool = (...args: string[]) =>
  execFileSync(process.env["PROMTOOL"] ?? "promtool", args, { encoding: "utf8" });

const dashboard = JSON.parse(readFileSync(path("deploy/observe/dashboard.json"), "utf8")) as {
  title: string;
  panels: Panel[];
};
let running: RunningSite;
let sandbox: SandboxClient;
let prometheus: Prometheus;

beforeAll(async () => {
  const metricsPort = await freePort();
  running = await startSite({ env: { METRICS_PORT: String(metricsPort), RATE_LIMIT_FACTOR: "1" } });
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
  prometheus = await Prometheus.start(metricsPort);
});
afterAll(async () => {
  await prometheus.stop();
  await running.stop();
});

/** Guests and members, then twice as many, a slow and failing API, guessed passwords, and errors in browsers. */
async function traffic(): Promise<void> {
  const { origin } = running.site;
  await sandbox.settings({ accessTokenSeconds: 5 });
  const [few, more] = [new Load(origin, sandbox, 15), new Load(origin, sandbox, 15)];
  await few.signIn(4);
  await more.signIn(2);
  few.start();
  await pause(SECONDS * 250);
  more.start();
  await pause(SECONDS * 250);
  await sandbox.faults([{ method: "GET", path: "/api/news", status: 500, delayMs: 300 }]);
  const guest = new HttpMember(origin);
  const end = Date.now() + SECONDS * 200;
  for (let n = 0; Date.now() < end; n += 1) {
    await guest.request(`/news?keyword=${n}`);
    await guest.request("/browser-error", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ kind: "error", message: `boom ${n}`, stack: "", page: "/news" }),
    });
  }
  await sandbox.faults([]);
  const { email } = await sandbox.makeMember();
  for (let n = 0; n < 40; n += 1) {
    await guest.post("/sign-in", { intent: "sign-in", email, password: `Wrong-${n}-Password!` });
    await pause(SECONDS * 4);
  }
  await Promise.all([few.stop(), more.stop()]);
}

it("promtool accepts the configuration and all rules, and its tests of the rules pass", () => {
  promtool("check", "config", "--syntax-only", path("deploy/observe/prometheus.yaml"));
  for (const file of ["deploy/alerts.yaml", "deploy/observe/alerts.yaml"])
    expect(promtool("check", "rules", path(file))).toMatch(/SUCCESS: \d+ rules found/);
  expect(promtool("test", "rules", path("deploy/observe/alerts.test.yaml"))).toContain("SUCCESS");
});

it("every panel has data while visitors come", async () => {
  const start = Date.now() / 1000;
  await traffic();
  await pause(2_000);
  const span: [number, number] = [start, Date.now() / 1000];
  const answers = new Map<Panel, Series[]>();
  const empty: string[] = [];
  for (const panel of dashboard.panels.filter(({ type }) => type !== "row")) {
    const series: Series[] = [];
    for (const { expr, legendFormat = "" } of panel.targets ?? []) {
      const filledIn = expr.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "8s");
      const found = await prometheus.range(filledIn, legendFormat, span);
      if (!found.some(({ points }) => points.some(([, value]) => value > 0)))
        empty.push(`${panel.title}: ${expr}`);
      series.push(...found.filter(({ points }) => points.length > 0));
    }
    answers.set(panel, series);
  }
  expect(empty).toEqual([]);
  const file = process.env["DASHBOARD_PICTURE"];
  if (file) writeFileSync(file, dashboardPicture(dashboard.title, dashboard.panels, answers, span));
});

it("Prometheus evaluates every rule without an error, and notices a site that is gone", async () => {
  await until("all rules", async () =>
    (await prometheus.rules()).every(({ health }) => health !== "unknown"),
  );
  const rules = await prometheus.rules();
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
  const stateOf = async (name: string) =>
    (await prometheus.rules()).find((rule) => rule.name === name)?.state;
  expect(await stateOf("SoriaDown")).toBe("inactive");
  await running.site.stop("SIGKILL");
  // Pending for a minute, then firing.
  await until("SoriaDown", async () => (await stateOf("SoriaDown")) !== "inactive", 20_000);
});
