/** `npm run sandbox` and `npm run sandbox:reset` (`--reset`): the sandbox alone, with what `.env` says. */
import { sourceOf, spawnScript } from "./children";
import { loadEnvFile } from "./env-file";

const read = loadEnvFile();
if (read) console.log(read);
const isReset = process.argv.includes("--reset");
// It ends with this process, however that ends (children.ts).
const child = spawnScript(isReset ? ["--import", "tsx", "server/sandbox/reset.ts"] : sourceOf("sandbox"), {});
child.once("exit", (code) => process.exit(code ?? 1));
