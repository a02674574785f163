/** Compares one process with one process per core (WORKERS), in alternating rounds. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { HttpMember } from "../setup/http-member";
import { SandboxClient } from "../setup/sandbox-client";
import { type RunningSite, startSite } from "../setup/site";
import { load } from "./measure";

const ROUNDS = 3;
/** Unit of the CPU times in /proc/PID/stat, in ms. */
const TICK_MS = 10;

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** Returns the CPU time of a process and its children, in ms. */
function processorMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), own);
}

interface Side {
  running: RunningSite;
  cookie: string;
}

async function start(workers: number): Promise<Side> {
  const running = await startSite({ env: { LOG_LEVEL: "error", WORKERS: String(workers) } });
  const { email, password } = await new SandboxClient(running.sandbox?.origin ?? "").makeMember({
    history: 120,
  });
  const member = new HttpMember(running.site.origin);
  await member.signIn(email, password);
  return { running, cookie: member.cookieHeader };
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

export interface CoresRow {
  page: string;
  /** Pages per second. */
  one: number;
  all: number;
  /** CPU time per page, in ms: of the site's processes, and of the load generator and sandbox. */
  siteMs: [one: number, all: number];
  othersMs: number;
}

/**
 * Measures the rates of one process and of all cores. The load generator and the sandbox use the same cores. With S
 * ms of the site and O ms of these per page, C cores serve at most C ÷ (S + O) pages per ms and one process 1 ÷ S, so
 * the speed-up is at most C × S ÷ (S + O).
 */
export async function cores(): Promise<{ workers: number; rows: CoresRow[] }> {
  const workers = availableParallelism();
  const sides = [await start(1), await start(workers)] as const;
  try {
    const rows: CoresRow[] = [];
    for (const { name, path, isMember } of [
      { name: "home, rendered anew", path: "/?n=[<id>]" },
      { name: "sign-in, rendered anew", path: "/sign-in?n=[<id>]" },
      { name: "home as a member, rendered anew", path: "/?n=[<id>]", isMember: true },
      { name: "sign-in", path: "/sign-in" },
      { name: "my-page/history", path: "/my-page/history", isMember: true },
      { name: "store list", path: "/store/products", isMember: true },
    ]) {
      const rates: [number[], number[]] = [[], []];
      const site: [number[], number[]] = [[], []];
      const others: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [i, { running, cookie }] of sides.entries()) {
          const { pid } = running.site.child;
          const own = () => process.cpuUsage();
          const before = [processorMs(pid), processorMs(running.sandbox?.child.pid), own()] as const;
          const { perSecond, requests } = await load(running.site.origin, {
            path,
            ...(isMember ? { cookie } : {}),
          });
          const { user, system } = process.cpuUsage(before[2]);
          const sandboxMs = processorMs(running.sandbox?.child.pid) - before[1];
          rates[i]?.push(perSecond);
          site[i]?.push((processorMs(pid) - before[0]) / requests);
          others.push(((user + system) / 1_000 + sandboxMs) / requests);
        }
      }
      rows.push({
        page: name,
        one: middle(rates[0]),
        all: middle(rates[1]),
        siteMs: [middle(site[0]), middle(site[1])],
        othersMs: middle(others),
      });
    }
    return { workers, rows };
  } finally {
    await Promise.all(sides.map(({ running }) => running.stop()));
  }
}
