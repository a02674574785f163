/** `npm run sandbox` and `npm run sandbox:reset` (`--reset`): runs only the sandbox, with the settings of `.env`. */
import { runScript, sourceOf } from "./children";
import { loadEnvFile } from "./env-file";

const read = loadEnvFile();
if (read) console.log(read);
const isReset = process.argv.includes("--reset");
// The child ends with this process in any case (children.ts).
await runScript(isReset ? ["--import", "tsx", "server/sandbox/reset.ts"] : sourceOf("sandbox"));
