/** What others who use the machine do to a test that measures seconds: its processes wait for their turn. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux alone says it; elsewhere times are taken as they come. */
const isKnown = existsSync("/proc/self/schedstat");

/**
 * For how long a process's main thread has had a processor since its start, and has waited for one while it had something
 * to do (proc_pid_schedstat in the kernel's documentation), in ms.
 */
export function turnsOf(pid: number | undefined): { ran: number; waited: number } {
  if (!isKnown || pid === undefined) return { ran: 0, waited: 0 };
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
}

/** Returns for how long the thread of a process that waited longest has waited for a processor since its start, in ms. */
export function threadWait(pid: number | undefined): number {
  if (!isKnown || pid === undefined) return 0;
  const waits = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  });
  return Math.max(...waits);
}

/**
 * Does something, and says how long it took, and for how much of that its processes waited for a processor: this one,
 * and that of the others, which work at the same time, that waited longest.
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
