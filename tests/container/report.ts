/** Reports the checks of `npm run test:container`: a line for each, with the seconds since the start. */

const started = Date.now();
/** Logs a line. */
export function say(line: string): void {
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${line}`);
}

let passed = 0;
/** Logs a check that has passed. @throws Error if it has failed */
export function check(what: string, hasPassed: boolean, detail = ""): void {
  if (!hasPassed) throw new Error(`failed: ${what}. ${detail}`);
  passed += 1;
  say(`✓ ${what}`);
}

/** Returns the number of checks that have passed. */
export const passedCount = () => passed;
