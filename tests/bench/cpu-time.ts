/** CPU time of processes, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";

/** Of user and system time in /proc. */
const TICK_MS = 10;

function statOf(pid: string): { parent: string; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: fields[1] ?? "", ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // The process has ended since the folder was read.
    return undefined;
  }
}

/** Returns the user and system time of a process and its descendants, in ms. */
export function cpuMs(root: number): number {
  const all = new Map(readdirSync("/proc").map((pid) => [pid, statOf(pid)]));
  const sum = (pid: string): number => {
    const children = [...all].filter(([, stat]) => stat?.parent === pid);
    return (all.get(pid)?.ticks ?? 0) + children.reduce((ticks, [child]) => ticks + sum(child), 0);
  };
  return sum(String(root)) * TICK_MS;
}
