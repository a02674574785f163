/**
 * Loaded into a site (NODE_OPTIONS=--import=…): writes into the file TURN_WATCH how much of the processor the process has
 * used between two ticks of a timer, where that is more than a few milliseconds. A tick comes once in a turn of the event
 * loop at most, so this is what a turn costs, however many others use the machine: by the clock it would be theirs too.
 */
import { appendFileSync } from "node:fs";

const file = process.env["TURN_WATCH"] ?? "";
const LEAST_MS = 3;
let last = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  const ms = (user + system) / 1_000;
  if (ms > LEAST_MS) appendFileSync(file, `${Date.now()} ${ms}\n`);
}, 1).unref();
