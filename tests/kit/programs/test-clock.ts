/** Clock of programs that a test runs, which can be moved ahead or back while they run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Running } from "./site";

const PATIENCE_MS = 10_000;

export class TestClock {
  readonly #folder = mkdtempSync(join(tmpdir(), "soria-clock-"));
  readonly #file = join(this.#folder, "offset");
  #offsetMs = 0;

  constructor() {
    writeFileSync(this.#file, "0");
  }

  /** Environment of each program that uses this clock. */
  readonly env = {
    CLOCK_FILE: this.#file,
    NODE_OPTIONS: `--import=${new URL("clock.mjs", import.meta.url).href}`,
  };

  /** Lead of the clock over the machine's, in ms. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /**
   * Sets the clock of all programs. Programs that start later use it from their start.
   *
   * @param offsetMs lead over the machine's clock
   * @throws Error if a program does not confirm within 10 s
   */
  async set(offsetMs: number, programs: readonly Running[]): Promise<void> {
    this.#offsetMs = offsetMs;
    writeFileSync(this.#file, String(offsetMs));
    await Promise.all(programs.map((program) => this.#tell(program)));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #tell({ child, output }: Running): Promise<void> {
    const before = output().length;
    child.kill("SIGWINCH");
    const deadline = Date.now() + PATIENCE_MS;
    while (!output().slice(before).includes(`clock ${this.#offsetMs}\n`)) {
      if (Date.now() > deadline) throw new Error(`A program has not set its clock:\n${output()}`);
      await pause(10);
    }
  }
}
