import { writeSync } from "node:fs";
import * as clock from "#server/runtime/clock.server";

/** Where the log's lines go. */
export interface LogOutput {
  write(line: string): void;
}

/**
 * Writes whole lines to a file descriptor. One that takes nothing (a full disk, a reader that has gone) costs the
 * lines, never what they tell about: pino's own destination throws into the request there, and goes round in circles
 * when the process is to end. As soon as lines go through again, one says how many were lost.
 *
 * @param fd 1 is standard output
 */
export function logOutput(fd: number): LogOutput {
  let lost = 0;
  const put = (line: string) => {
    let rest = Buffer.from(line);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  };
  return {
    write(line) {
      try {
        if (lost > 0)
          put(
            `${JSON.stringify({ level: 40, time: new Date(clock.now()), lost, msg: "log lines were lost" })}\n`,
          );
        lost = 0;
        put(line);
      } catch {
        // There is no other place to say so than the place that takes nothing.
        lost += 1;
      }
    },
  };
}
