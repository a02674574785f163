/**
 * Setup of a test file under StrykerJS: evaluates the project's modules again where the runner
 * (tools/mutation/mutation-runner.mjs) asks for it, for a mutant of code that runs on import. Packages stay loaded.
 */
import { inject, vi } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Number of times that the runner has asked for new modules. */
    moduleGeneration: number;
    /** StrykerJS's own: "static" for a mutant of code that runs on import. */
    mutantActivation: string;
    /** StrykerJS's own: the global variable with the active mutant. */
    globalNamespace: string;
  }
}

const GENERATION = Symbol.for("soria-mutation.generation");
const generation = inject("moduleGeneration");

if (Reflect.get(globalThis, GENERATION) !== generation) {
  Reflect.set(globalThis, GENERATION, generation);
  // StrykerJS sets other mutants after the import, and the one before must not be active during it.
  const stryker = Reflect.get(globalThis, inject("globalNamespace")) as { activeMutant?: string };
  if (inject("mutantActivation") !== "static") delete stryker.activeMutant;
  vi.resetModules();
  for (const name of Object.getOwnPropertySymbols(globalThis))
    if (name.description?.startsWith("soria.")) Reflect.deleteProperty(globalThis, name);
}
