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
