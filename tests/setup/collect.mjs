/** Preloaded into a site by a test (NODE_OPTIONS=--import=…). Runs a garbage collection at SIGWINCH and reports it. */
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGWINCH", () => {
  collect();
  process.stdout.write("collected\n");
});
