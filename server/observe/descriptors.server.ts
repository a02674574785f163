import { readdirSync, readFileSync } from "node:fs";
import { every } from "#server/runtime/clock.server";
import { log } from "./log.server";

/** A connection takes one descriptor, and one more for the API's: with fewer, 2,000 visitors are refused. */
const ENOUGH = 4_096;
const CHECK_MS = 5_000;
/** Checks between two lines about the same shortage: one a minute. */
const CHECKS_PER_LINE = 12;
/** Share of the limit from which on connections are about to be lost. */
const NEARLY = 0.95;

/** Parses the soft limit of open files from /proc/self/limits; undefined if there is none. */
export function limitIn(limits: string): number | undefined {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  return soft === undefined || soft === "unlimited" ? undefined : Number(soft);
}

function readLimit(): number | undefined {
  try {
    return limitIn(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    // Only Linux has the file.
    return undefined;
  }
}

/** @returns the number of open descriptors; Infinity if none is left to count them */
function countOpen(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch (error) {
    return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "") ? Infinity : 0;
  }
}

/**
 * Logs a low limit of open files once, and then, at most once a minute, that the limit is reached: Node closes new
 * connections without a word then. @returns a function that ends the checks
 */
export function watchDescriptors(limit = readLimit(), count = countOpen): () => void {
  if (limit === undefined) return () => undefined;
  if (limit < ENOUGH) log.warn({ limit, wanted: ENOUGH }, "the limit of open files is low (ulimit -n)");
  let pause = 0;
  return every(CHECK_MS, () => {
    pause -= 1;
    if (pause > 0) return;
    const open = count();
    if (open < limit * NEARLY) return;
    pause = CHECKS_PER_LINE;
    log.error(
      { open: Number.isFinite(open) ? open : limit, limit },
      "open files are used up: connections are lost",
    );
  });
}
