/** The parts of `npm test`, and those that run by name only. */
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import {
  bringCaddy,
  bringChromium,
  bringEngines,
  bringNginx,
  bringPrometheus,
  bringVarnish,
  type Tool,
} from "./tools";

export interface Part {
  name: string;
  title: string;
  /** Parts of one half run in parallel: some use both cores, others mostly wait. */
  half: 1 | 2;
  /** Programs that are brought before the run. Without one, its tests are skipped (tests/kit/runner/needs.ts). */
  needs?: Tool[];
  /** Installs further programs for the part. */
  before?: () => void;
  /** Programs with their arguments. */
  commands: string[][];
  /** Shows the output as it arrives, even with other parts running; else when a command has ended. */
  isLive?: boolean;
  /** Runs with low CPU priority, because other parts measure times. */
  isPatient?: boolean;
  /** Another name that runs this part together with others. */
  also?: string;
  /** Environment variables of its commands. Variables of the shell take precedence. */
  env?: Record<string, string>;
  /** Excluded from `npm test`, because it takes minutes. */
  byNameOnly?: boolean;
}

export const node = process.execPath;
const bin = (name: string) => join(projectRoot, "node_modules/.bin", name);
/**
 * Test code is too short-lived for JIT optimization to pay off, and leaves much short-lived garbage. These V8 options
 * save a few percent of the browser tests' CPU time (docs/testing.md).
 */
const playwright = [node, "--no-opt", "--max-semi-space-size=32", bin("playwright"), "test"];
const buildCommand = [node, "--import", "tsx", "server/cli/build.ts"];

/** In start order, slowest first. */
export const parts: Part[] = [
  {
    name: "unit",
    title: "Unit and route tests",
    half: 1,
    needs: ["redis", "openssl"],
    commands: [[bin("vitest"), "run", "--project", "unit", "--project", "routes"]],
  },
  {
    name: "static",
    title: "Types, lint, format, imports, unused code",
    half: 1,
    isPatient: true,
    // The compiler and half of the linter are Go programs. With one thread each they do half the work (every checker
    // checks the same types again), and they collect garbage only when memory is short.
    env: { GOMAXPROCS: "1", GOGC: "off", GOMEMLIMIT: "2GiB" },
    commands: [
      [bin("oxlint")],
      [node, join(projectRoot, "node_modules/typescript-7/bin/tsc"), "--noEmit", "--checkers", "1"],
      [bin("oxfmt"), "--list-different", "."],
      [bin("knip"), "--no-progress"],
      [bin("depcruise"), "app", "server"],
    ],
  },
  { name: "build", title: "Build", half: 1, commands: [buildCommand], isPatient: true },
  {
    name: "e2e",
    title: "Browser tests",
    half: 2,
    needs: ["chromium", "fonts"],
    commands: [playwright],
    isLive: true,
    isPatient: true,
  },
  {
    name: "faults",
    title: "Faults",
    half: 2,
    needs: ["redis"],
    commands: [[bin("vitest"), "run", "--project", "faults"]],
  },
  {
    name: "served",
    also: "faults",
    title: "The built site, asked and attacked",
    half: 2,
    needs: ["redis"],
    commands: [[bin("vitest"), "run", "--project", "served"]],
  },
  {
    name: "topology-short",
    title: "Behind nginx and Varnish, short",
    half: 2,
    needs: ["nginx", "openssl", "varnish"],
    commands: [[bin("vitest"), "run", "--project", "topology", "nginx", "varnish"]],
  },
  {
    name: "topology",
    title: "Topology",
    half: 2,
    byNameOnly: true,
    needs: ["redis"],
    env: { TOPOLOGY_SECONDS: "3", TOPOLOGY_RATE: "200" },
    before: () => {
      if (!bringCaddy()) throw new Error("No Caddy could be installed: install caddy, or name it in CADDY.");
      if (!bringVarnish())
        throw new Error("No Varnish could be installed: install varnish, or name it in VARNISHD.");
      if (!bringNginx()) throw new Error("No nginx could be installed: install nginx, or name it in NGINX.");
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
  },
  {
    name: "observe",
    title: "Dashboard and alerts in Prometheus",
    half: 2,
    byNameOnly: true,
    before: () => {
      if (!bringPrometheus())
        throw new Error("No Prometheus could be installed: install prometheus, or name it in PROMETHEUS.");
    },
    commands: [[bin("vitest"), "run", "--project", "observe"]],
  },
  {
    name: "releases",
    title: "The last release and this one side by side",
    half: 2,
    byNameOnly: true,
    needs: ["redis"],
    commands: [[bin("vitest"), "run", "--project", "releases"]],
  },
  {
    name: "soak",
    title: "Mixed traffic, objects and descriptors counted",
    half: 2,
    byNameOnly: true,
    commands: [[bin("vitest"), "run", "--project", "long", "tests/faults/soak.test.ts"]],
  },
  {
    name: "month",
    title: "A month of the clock",
    half: 2,
    byNameOnly: true,
    env: { MONTH_DAYS: "30", MONTH_VISITS: "12" },
    needs: ["redis"],
    commands: [[bin("vitest"), "run", "--project", "long", "tests/faults/month.test.ts"]],
  },
  {
    name: "brand",
    title: "Every screen of another brand",
    half: 2,
    byNameOnly: true,
    needs: ["chromium", "fonts"],
    commands: [[node, "--import", "tsx", "tools/run-tests/brand.ts"]],
    isLive: true,
  },
  {
    name: "engines",
    title: "Journeys in Chromium, Firefox and WebKit",
    half: 2,
    byNameOnly: true,
    before: () => {
      bringChromium();
      bringEngines();
    },
    commands: [[bin("vitest"), "run", "--project", "engines"]],
  },
];
