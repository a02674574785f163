/**
 * Test runner of StrykerJS for `npm run mutate`: its Vitest runner, with the modules of one mutant's run kept for the
 * next. Loading them takes seconds where a test takes milliseconds.
 *
 * A mutant can leave state behind (a record, a counter) that fails a test under the next mutant. So a mutant counts as
 * killed only if the test that failed passes without it, right afterwards and in the same process; otherwise the
 * process is replaced and the mutant is run again. For a mutant of code that runs on import, the project's modules are
 * evaluated again before and after it (tools/mutation/mutation-modules.ts). So they are for one that survived, because a
 * module's cache may hold what it computed without the mutant.
 *
 * Of the tests that reach a mutant, the most specific ones run: those that reach the fewest mutants. Their number is
 * fixed, so that a second run gives a mutant the same tests. A mutant that the others alone would kill counts as
 * survived, so the score is a lower bound.
 *
 * Each result is written to the file MUTATION_RESULTS at once, so that a run that was interrupted continues there.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { MutantRunStatus } from "@stryker-mutator/api/test-runner";
import { strykerPlugins as vitestPlugins } from "@stryker-mutator/vitest-runner";
import { Tinypool } from "tinypool";

export { strykerValidationSchema } from "@stryker-mutator/vitest-runner";

/** A mutant id that no mutant has: the run is one without a mutant. */
const NO_MUTANT = "none";

/** Number of tests that run first. */
const FIRST_TESTS = 5;
/** Number of tests that run for one mutant at most. */
const MOST_TESTS = 100;

/** Results of this run or an interrupted one, by mutant. */
const results = new Map();
const resultsFile = process.env["MUTATION_RESULTS"] ?? "";
if (existsSync(resultsFile))
  for (const line of readFileSync(resultsFile, "utf8").split("\n").filter(Boolean)) {
    const { mutant, result } = JSON.parse(line);
    results.set(mutant, result);
  }
const nameOf = ({ fileName, location, mutatorName, replacement }) =>
  JSON.stringify([fileName.replace(/^.*?\/(?=(?:app|server)\/)/, ""), location, mutatorName, replacement]);

const recycleWorkers = Tinypool.prototype.recycleWorkers;
const run = Tinypool.prototype.run;
/** Whether the next test file starts in a new process. */
let isNewProcessDue = false;
/** Settles when the process may be used. */
let ready = Promise.resolve();

Tinypool.prototype.recycleWorkers = async function keepWorkers() {};
Tinypool.prototype.run = async function runWarm(task, options) {
  if (isNewProcessDue) {
    isNewProcessDue = false;
    ready = recycleWorkers.call(this);
  }
  await ready;
  return run.call(this, task, options);
};

/** Wraps StrykerJS's Vitest runner. */
function warmRunner(injector) {
  const runner = injector.injectFunction(vitestPlugins[0].factory);
  let generation = 0;
  const useNewModules = () => runner.ctx.provide("moduleGeneration", ++generation);
  const runCold = async (options) => {
    isNewProcessDue = true;
    const result = await runner.mutantRun(options);
    isNewProcessDue = true;
    return result;
  };
  /** Mutants that each test reaches, by test id. A test that reaches none (of a schema, say) depends on imports alone. */
  let reached = new Map();
  /**
   * Returns the tests to run for a mutant, the most specific first. Of a mutant of code that runs on import it is not
   * known which tests depend on it: those that reach nothing else, then those that reach its neighbours.
   */
  const testsOf = ({ testFilter, activeMutant }) => {
    const distanceOf = (test) =>
      testFilter || reached.get(test).length === 0
        ? 0
        : Math.min(...reached.get(test).map((id) => Math.abs(id - activeMutant.id)));
    return (testFilter ?? [...reached.keys()])
      .map((test) => ({ test, distance: distanceOf(test), reach: reached.get(test)?.length ?? 0 }))
      .sort((a, b) => a.distance - b.distance || a.reach - b.reach || (a.test < b.test ? -1 : 1))
      .map(({ test }) => test)
      .slice(0, MOST_TESTS);
  };
  const runWarm = (options) => runner.mutantRun(options);
  const runRenewed = async (options) => {
    useNewModules();
    const result = await runner.mutantRun(options);
    useNewModules();
    return result;
  };
  const judgeBy = async (run, given) => {
    const tests = testsOf(given);
    let options = { ...given, testFilter: tests.slice(0, FIRST_TESTS) };
    let result = await run(options);
    if (result.status === MutantRunStatus.Survived && tests.length > FIRST_TESTS) {
      options = { ...given, testFilter: tests.slice(FIRST_TESTS) };
      result = await run(options);
    }
    if (result.status === MutantRunStatus.Survived) return result;
    if (result.status !== MutantRunStatus.Killed) return runCold(options);
    const without = await runner.mutantRun({
      ...options,
      activeMutant: { ...options.activeMutant, id: NO_MUTANT },
      testFilter: [result.killedBy].flat(),
    });
    return without.status === MutantRunStatus.Survived ? result : runCold(options);
  };
  const judge = async (given) => {
    const isStatic = given.mutantActivation === "static" || given.reloadEnvironment;
    const result = isStatic ? undefined : await judgeBy(runWarm, given);
    return result && result.status !== MutantRunStatus.Survived ? result : judgeBy(runRenewed, given);
  };
  return {
    capabilities: () => runner.capabilities(),
    async init() {
      await runner.init();
      runner.ctx.provide("moduleGeneration", generation);
    },
    async dryRun(options) {
      const result = await runner.dryRun(options);
      const perTest = result.mutantCoverage?.perTest ?? {};
      reached = new Map(result.tests?.map(({ id }) => [id, Object.keys(perTest[id] ?? {}).map(Number)]));
      return result;
    },
    dispose: () => runner.dispose(),
    async mutantRun(given) {
      const mutant = nameOf(given.activeMutant);
      const known = results.get(mutant);
      if (known) return known;
      const result = await judge(given);
      if (resultsFile) appendFileSync(resultsFile, `${JSON.stringify({ mutant, result })}\n`);
      return result;
    },
  };
}
warmRunner.inject = ["$injector"];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "vitest-warm", warmRunner)];
