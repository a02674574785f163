/**
 * Loaded into a site by a test (NODE_OPTIONS=--import=…): at SIGWINCH its clock jumps by CLOCK_JUMP_MS, at the next
 * one back. Only the clock of the day: timers go on as they did, as on a machine whose clock is set.
 */
import process from "node:process";

const real = Date.now;
const jump = Number(process.env["CLOCK_JUMP_MS"] ?? 0);
let offset = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(real() + offset);
    else super(...parts);
  }
  static now() {
    return real() + offset;
  }
};
process.on("SIGWINCH", () => {
  offset = offset === 0 ? jump : 0;
  process.stdout.write(`clock ${offset}\n`);
});
