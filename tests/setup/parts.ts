/** The parts of `npm test`, and those that run by name only. */
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { bringCaddy, bringChromium, bringEngines, bringRedis, bringVarnish, type Tool } from "./tools";

export interface Part {
  name: string;
  title: string;
  /** Parts of one half run in parallel: some use both cores, others mostly wait. */
  half: 1 | 2;
  /** Programs that must exist or be installed. */
  needs?: Tool[];
  /** Work that must be done before the part runs. */
  before?: () => void;
  /** Programs with their arguments. */
  commands: string[][];
  /** Shows the output as it arrives, even with other parts running; else when a command has ended. */
  isLive?: boolean;
  /** Runs alone before the others of its half, because it measures what an overloaded machine cannot do. */
  isAlone?: boolean;
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
    needs: ["redis"],
    before: bringRedis,
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
    name: "bring",
    title: "What the second half needs, brought",
    half: 1,
    commands: [[node, "--import", "tsx", "tests/setup/bring.ts"]],
    isPatient: true,
  },
  {
    name: "e2e",
    title: "Browser tests",
    half: 2,
    needs: ["chromium"],
    before: bringChromium,
    commands: [playwright],
    isLive: true,
    isPatient: true,
  },
  {
    name: "faults",
    title: "Faults",
    half: 2,
    needs: ["redis", "chromium"],
    before: () => {
      bringRedis();
      bringChromium();
    },
    commands: [[bin("vitest"), "run", "--project", "faults"]],
  },
  {
    name: "served",
    also: "faults",
    title: "The built site, asked and attacked",
    half: 2,
    needs: ["redis"],
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "served"]],
  },
  {
    name: "topology-short",
    title: "Topology, short",
    half: 2,
    isAlone: true,
    before: () => {
      bringRedis();
      if (!bringCaddy()) console.log("There is no Caddy here: tests/topology/topology.test.ts is not run.");
      if (!bringVarnish())
        console.log("There is no Varnish here: tests/topology/varnish.test.ts is not run.");
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
  },
  {
    name: "topology",
    title: "Topology",
    half: 2,
    byNameOnly: true,
    needs: ["redis", "caddy", "varnish"],
    env: { TOPOLOGY_SECONDS: "3", TOPOLOGY_RATE: "200" },
    before: () => {
      bringRedis();
      if (!bringCaddy()) throw new Error("No Caddy could be installed: install caddy, or name it in CADDY.");
      if (!bringVarnish())
        throw new Error("No Varnish could be installed: install varnish, or name it in VARNISHD.");
    },
    commands: [[bin("vitest"), "run", "--project", "topology"]],
  },
  {
    name: "releases",
    title: "The last release and this one side by side",
    half: 2,
    byNameOnly: true,
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "releases"]],
  },
  {
    name: "month",
    title: "A month of the clock",
    half: 2,
    byNameOnly: true,
    env: { MONTH_DAYS: "30", MONTH_VISITS: "12" },
    before: bringRedis,
    commands: [[bin("vitest"), "run", "--project", "faults", "tests/faults/month.test.ts"]],
  },
  {
    name: "brand",
    title: "Every screen of another brand",
    half: 2,
    byNameOnly: true,
    needs: ["chromium"],
    before: bringChromium,
    commands: [[node, "--import", "tsx", "tests/setup/brand.ts"]],
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
