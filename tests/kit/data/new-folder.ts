import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** Creates an empty folder, which is removed after the run (tests/kit/runner/data-root.ts). @returns its path */
export const newFolder = () => mkdtempSync(join(inject("dataRoot"), "folder-"));
