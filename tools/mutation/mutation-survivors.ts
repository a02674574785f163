import { forms } from "./mutation-reasons/forms";
import { purchases } from "./mutation-reasons/purchases";
import { rules } from "./mutation-reasons/rules";
import { session } from "./mutation-reasons/session";

/** A mutant that no test can kill, or needs to (`Reasons`). */
export interface Survivor {
  file: string;
  is: string;
  becomes: string;
  line?: string | undefined;
}

/** `npm run mutate` excludes these from a folder's score, and fails if one of them is killed. */
export const survivors: readonly Survivor[] = Object.entries({
  ...rules,
  ...forms,
  ...session,
  ...purchases,
}).flatMap(([file, reasons]) =>
  Object.values(reasons)
    .flat()
    .map(([is, becomes, line]) => ({ file, is, becomes, line })),
);
