import type { Guard } from "./guard";
import { findingGuards } from "./guards-of-finding";
import { takingGuards } from "./guards-of-taking";

/** All guards that `npm run guards` disables. tests/unit/purchases/guards.test.ts checks the list against the code. */
export const guards: readonly Guard[] = [...takingGuards, ...findingGuards];
