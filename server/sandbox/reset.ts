/** `npm run sandbox:reset`: brings the sandbox's first data back, whether the sandbox runs or not. */
import { createSandbox } from "./sandbox";

const port = process.env.SANDBOX_PORT || "4000";
const origin = `http://localhost:${port}`;

/** A running sandbox resets itself, so that its faults and settings go too. */
const running = await fetch(`http://127.0.0.1:${port}/__reset`, {
  method: "POST",
  signal: AbortSignal.timeout(10_000),
}).then(
  (answer) => answer.ok,
  () => false,
);

if (!running) {
  const sandbox = await createSandbox({ dataDir: process.env.DATA_DIR || ".data", origin });
  await sandbox.reset();
  await sandbox.close();
}
console.log("The sandbox's data is as after its first start.");
