import type { Guard } from "./guard";
import { findingGuards } from "./guards-of-finding";
import { takingGuards } from "./guards-of-taking";

/** All guards that `npm run guards` disables. It stops at a text that its file does not hold once. */
export const guards: readonly Guard[] = [...takingGuards, ...findingGuards];
