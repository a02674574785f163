/** Entry point of `npm run sandbox:reset`: restores the initial data, whether or not the sandbox runs. */
import { createSandbox } from "./sandbox";

const port = process.env.SANDBOX_PORT || "4000";
const origin = `http://localhost:${port}`;

/** Reset through a running sandbox, because its fault rules and settings are in memory. */
const running = await fetch(`http://127.0.0.1:${port}/__reset`, {
  method: "POST",
  signal: AbortSignal.timeout(10_000),
}).then(
  (response) => response.ok,
  () => false,
);

if (!running) {
  const sandbox = await createSandbox({ dataDir: process.env.DATA_DIR || ".data", origin });
  await sandbox.reset();
  await sandbox.close();
}
console.log("The sandbox's data is as after its first start.");
