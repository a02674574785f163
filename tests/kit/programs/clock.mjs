/**
 * Preloaded into a site or sandbox by a test (NODE_OPTIONS=--import=…). Shifts the program's clock
 * (server/runtime/clock.server.ts) by the ms in the file CLOCK_FILE, at the start and at each SIGWINCH, and then runs
 * the alarms that are due. Timers are not shifted, as on a machine whose clock is set.
 */
import { readFileSync } from "node:fs";
import process from "node:process";

const file = process.env["CLOCK_FILE"];
if (!file) throw new Error("CLOCK_FILE does not name a file");
// The program's clock module uses this object, because it exists first.
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
