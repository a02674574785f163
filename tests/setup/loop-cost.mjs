/**
 * Preloaded into a site (NODE_OPTIONS=--import=…): writes the process's CPU time between two timer ticks to the file
 * TURN_WATCH if it exceeds 3 ms. The event loop runs at most one tick per turn, so this is the cost of a turn. Unlike
 * elapsed time, CPU time does not include other processes.
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
