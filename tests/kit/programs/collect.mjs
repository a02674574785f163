/**
 * Preloaded into a site by a test (NODE_OPTIONS=--import=…). At SIGWINCH it collects the garbage and reports how many
 * objects are left.
 */
import process from "node:process";
import { queryObjects, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGWINCH", () => {
  collect();
  process.stdout.write(`collected, ${queryObjects(Object)} objects\n`);
});
