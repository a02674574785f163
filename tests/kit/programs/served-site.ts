/**
 * Starts one site with its sandbox, shared by all files of a project without special needs (vitest.config.ts). A test
 * must undo changes that affect others (faults, settings). Tests that count calls or need a cold cache start their
 * own site.
 */
import type { TestProject } from "vitest/node";
import { startSite } from "./site";

export interface ServedSite {
  origin: string;
  /** Origin of the sandbox. */
  apiOrigin: string;
  dataDir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    servedSite: ServedSite;
  }
}

export default async function start({ provide }: TestProject): Promise<() => Promise<void>> {
  const { site, sandbox, dataDir, stop } = await startSite();
  provide("servedSite", { origin: site.origin, apiOrigin: sandbox?.origin ?? "", dataDir });
  return stop;
}
