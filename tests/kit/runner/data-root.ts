/** Creates one folder for the data of all workers of a run (vitest.ts), and removes it after the run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Absolute path. */
    dataRoot: string;
  }
}

export default function setup({ provide }: TestProject): () => void {
  const dataRoot = mkdtempSync(join(tmpdir(), "soria-test-"));
  provide("dataRoot", dataRoot);
  return () => rmSync(dataRoot, { recursive: true, force: true });
}
