import { execFileSync, spawnSync } from "node:child_process";
import { openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { folder } from "./machines";

const compiler = process.env["CC"] ?? "cc";

/** Whether there is a C compiler. Varnish needs one too. */
export const canMoveClocks = spawnSync(compiler, ["--version"], { stdio: "ignore" }).status === 0;

/** Time of day of a program that is moved while the program runs. */
export class MovedClock {
  readonly #file: number;
  /** Environment of the program. */
  readonly env: Record<string, string>;

  constructor() {
    const home = folder();
    const [library, file] = [join(home, "clock.so"), join(home, "seconds")];
    const source = join(projectRoot, "tests/topology/moved-clock.c");
    execFileSync(compiler, ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
    writeFileSync(file, Buffer.alloc(8));
    this.#file = openSync(file, "r+");
    this.env = { LD_PRELOAD: library, MOVED_CLOCK: file };
  }

  /** @param seconds from now */
  moveTo(seconds: number): void {
    const value = Buffer.alloc(8);
    value.writeBigInt64LE(BigInt(Math.round(seconds)));
    // In place: the program has mapped the file.
    writeSync(this.#file, value, 0, 8, 0);
  }
}
