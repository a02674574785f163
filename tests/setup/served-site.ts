/**
 * One site with its sandbox for all files of a project that need nothing special of it (vitest.config.ts): started once,
 * and warm after the first. What a test changes for everybody (faults, settings) it takes back; one that counts calls or
 * asks what nobody has asked before starts a site of its own.
 */
import type { TestProject } from "vitest/node";
import { startSite } from "./site";

export interface ServedSite {
  origin: string;
  /** Of the sandbox. */
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
