/**
 * `npm run walks -- 1000 [first seed]`: distributes the walks of tests/routes/store-fuzz.test.ts among the CPUs.
 * Exits with 1 if one fails. The output contains its seed and the command that repeats it.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const walks = Number(process.argv[2] ?? 1000);
const first = Number(process.argv[3] ?? Date.now() % 1_000_000);
const shares = Math.min(walks, availableParallelism());
const began = Date.now();

function walk(share: number): Promise<boolean> {
  const from = Math.floor((walks * share) / shares);
  const to = Math.floor((walks * (share + 1)) / shares);
  const args = ["vitest", "run", "--project", "routes", "tests/routes/store-fuzz.test.ts"];
  const env = { ...process.env, WALKS: String(to - from), WALK_SEED: String(first + from) };
  const child = spawn("npx", ["--no-install", ...args], { env, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code === 0)));
}

const good = await Promise.all(Array.from({ length: shares }, (_, share) => walk(share)));
const failed = good.filter((each) => !each).length;
const seconds = Math.round((Date.now() - began) / 1000);
console.log(
  `${walks} walks from seed ${first} in ${seconds} s: ${failed === 0 ? "0 violations" : `${failed} of ${shares} shares FAILED`}`,
);
process.exitCode = failed === 0 ? 0 : 1;
