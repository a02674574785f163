import { findingGuards } from "./guards-of-finding";
import { takingGuards } from "./guards-of-taking";

/** One guard of the purchases, and the small fault that takes it out. */
export interface Guard {
  /** What the guard ensures; the first column of the table in docs/purchases.md. */
  name: string;
  /** From the root of the project. */
  file: string;
  /** The text to replace; it stands exactly once in the file. */
  is: string;
  becomes: string;
}

/** Every guard that `npm run guards` takes out. tests/unit/purchases/guards.test.ts holds the list to the code. */
export const guards: readonly Guard[] = [...takingGuards, ...findingGuards];
