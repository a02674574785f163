/** Measures the time that processes wait for a CPU, so that time limits can exclude the load of other programs. */
import { existsSync, readFileSync } from "node:fs";

/** Only Linux has this file. Elsewhere all waits are 0. */
const isKnown = existsSync("/proc/self/schedstat");

/**
 * Returns how long a process's main thread has run, and has waited for a CPU while runnable, since its start, in ms
 * (proc_pid_schedstat in the kernel's documentation).
 */
export function turnsOf(pid: number | undefined): { ran: number; waited: number } {
  if (!isKnown || pid === undefined) return { ran: 0, waited: 0 };
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
}

/**
 * Runs the work. Returns its duration and the wait for a CPU meanwhile, in ms: that of this process plus the longest
 * of the other processes, which run concurrently.
 */
export async function timed<Result>(
  work: () => Promise<Result>,
  ...others: (number | undefined)[]
): Promise<{ result: Result; ms: number; waited: number }> {
  const waits = () => [process.pid, ...others].map((pid) => turnsOf(pid).waited);
  const before = waits();
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  const [own = 0, ...rest] = waits().map((wait, index) => wait - (before[index] ?? 0));
  return { result, ms, waited: own + Math.max(0, ...rest) };
}
