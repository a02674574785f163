/** Loaded into a site by a test (NODE_OPTIONS=--import=…): at SIGWINCH it collects its garbage, and says so. */
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGWINCH", () => {
  collect();
  process.stdout.write("collected\n");
});
