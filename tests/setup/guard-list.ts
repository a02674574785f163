import { findingGuards } from "./guards-of-finding";
import { takingGuards } from "./guards-of-taking";

/** A guard of the purchases, and the small fault that disables it. */
export interface Guard {
  /** Name of the guard, in the report of `npm run guards`. */
  name: string;
  /** Path from the project's root. */
  file: string;
  /** Text to replace, which occurs exactly once in the file. */
  is: string;
  becomes: string;
}

/** All guards that `npm run guards` disables. It stops at a text that its file does not hold once. */
export const guards: readonly Guard[] = [...takingGuards, ...findingGuards];
