import { writeSync } from "node:fs";
import * as clock from "#server/runtime/clock.server";

export interface LogOutput {
  write(line: string): void;
}

/**
 * Writes whole lines to a file descriptor. A failed write (full disk, closed pipe) loses the line but never throws;
 * pino's own destination throws into the request, and loops when the process exits. After the next successful write a
 * line reports how many were lost.
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
        // The failure cannot be logged, because the log itself is failing.
        lost += 1;
      }
    },
  };
}
