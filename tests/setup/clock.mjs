/**
 * Loaded into a site or a sandbox by a test (NODE_OPTIONS=--import=…): moves the clock of the day
 * (server/runtime/clock.server.ts) by as many ms as the file CLOCK_FILE says, at the start and at each SIGWINCH, and
 * has done what is due by then.
 * Timers go on as they did, as on a machine whose clock is set.
 */
import { readFileSync } from "node:fs";
import process from "node:process";

const file = process.env["CLOCK_FILE"];
if (!file) throw new Error("CLOCK_FILE does not name a file");
// The object that the program's own clock module takes, because it is there first.
const clock = (globalThis[Symbol.for("soria.clock")] = { offsetMs: 0, alarms: new Set() });

function read() {
  clock.offsetMs = Number(readFileSync(file, "utf8"));
}

read();
process.on("SIGWINCH", () => {
  read();
  for (const { dueAt, ring } of clock.alarms) if (dueAt <= Date.now() + clock.offsetMs) ring();
  process.stdout.write(`clock ${clock.offsetMs}\n`);
});
