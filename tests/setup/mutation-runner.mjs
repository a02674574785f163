/**
 * Test runner of StrykerJS for `npm run mutate`: its Vitest runner, with the modules of one mutant's run kept for the
 * next. Loading them takes seconds where a test takes milliseconds.
 *
 * A mutant can leave state behind (a record, a counter) that fails a test under the next mutant. So a mutant counts as
 * killed only if the test that failed passes without it, right afterwards and in the same process; otherwise the
 * process is replaced and the mutant is run again. Mutants of code that runs on import always get a fresh process.
 */
import { declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { MutantRunStatus } from "@stryker-mutator/api/test-runner";
import { strykerPlugins as vitestPlugins } from "@stryker-mutator/vitest-runner";
import { Tinypool } from "tinypool";

export { strykerValidationSchema } from "@stryker-mutator/vitest-runner";

/** A mutant id that no mutant has: the run is one without a mutant. */
const NO_MUTANT = "none";

const recycleWorkers = Tinypool.prototype.recycleWorkers;
const run = Tinypool.prototype.run;
/** Project whose modules the process holds (tests/unit and tests/routes have different settings). */
let loadedProject = "";
/** Settles when the process of `loadedProject` may be used. */
let ready = Promise.resolve();

Tinypool.prototype.recycleWorkers = async function keepWorkers() {};
Tinypool.prototype.run = async function runInProject(task, options) {
  if (task.projectName !== loadedProject) {
    loadedProject = task.projectName;
    ready = recycleWorkers.call(this);
  }
  await ready;
  return run.call(this, task, options);
};

/** Makes the next test file start in a fresh process. */
function forgetModules() {
  loadedProject = "";
}

/** Wraps StrykerJS's Vitest runner. */
function warmRunner(injector) {
  const runner = injector.injectFunction(vitestPlugins[0].factory);
  const runCold = async (options) => {
    forgetModules();
    const result = await runner.mutantRun(options);
    forgetModules();
    return result;
  };
  return {
    capabilities: () => runner.capabilities(),
    init: () => runner.init(),
    dryRun: (options) => runner.dryRun(options),
    dispose: () => runner.dispose(),
    async mutantRun(options) {
      if (options.mutantActivation === "static" || options.reloadEnvironment) return runCold(options);
      const result = await runner.mutantRun(options);
      if (result.status === MutantRunStatus.Survived) return result;
      if (result.status !== MutantRunStatus.Killed) return runCold(options);
      const without = await runner.mutantRun({
        ...options,
        activeMutant: { ...options.activeMutant, id: NO_MUTANT },
        testFilter: [result.killedBy].flat(),
      });
      return without.status === MutantRunStatus.Survived ? result : runCold(options);
    },
  };
}
warmRunner.inject = ["$injector"];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "vitest-warm", warmRunner)];
