/** The clock of programs that a test runs, moved ahead or back while they run. */
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

  /** The environment of each program that goes by this clock. */
  readonly env = {
    CLOCK_FILE: this.#file,
    NODE_OPTIONS: `--import=${new URL("clock.mjs", import.meta.url).href}`,
  };

  /** By how many ms the clock is ahead of the machine's. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /**
   * Sets the clock of all programs; those that start later have it from their start.
   *
   * @param offsetMs ahead of the machine's clock
   * @throws Error when one of them does not say within 10 s that it has set its clock
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
