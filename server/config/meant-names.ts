import { variableNames } from "./variables";

/** Shorter names may differ by one character only: with two, GIT_URL would be a misspelt SITE_URL. */
const LONG_NAME = 10;

interface MeantName {
  /** The name that is set. The site does not read it. */
  name: string;
  /** The most similar variable of the site. */
  meant: string;
  /** True when a few characters differ; false when a part is missing or added, as in SESSION_SECRET_FILE. */
  isMisspelt: boolean;
}

/**
 * Returns variables that the site does not read, but whose names are similar to one that it reads: a few characters
 * differ, or one name continues the other after an underscore.
 *
 * @param source an environment; empty and blank values count as unset
 */
export function meantNames(source: Record<string, string | undefined>): MeantName[] {
  return Object.keys(source).flatMap((name) => {
    if (!source[name]?.trim() || variableNames.includes(name)) return [];
    const upper = name.toUpperCase();
    const misspelt = variableNames.find((known) => isNear(upper, known));
    const meant = misspelt ?? variableNames.find((known) => isPart(upper, known) || isPart(known, upper));
    return meant ? [{ name, meant, isMisspelt: misspelt !== undefined }] : [];
  });
}

/** Returns warnings for the terminal about variables that are set but not read. */
export const unreadVariables = (source: Record<string, string | undefined>) =>
  meantNames(source).map(({ name, meant }) => `${name} is not read; is ${meant} meant?`);

const isPart = (part: string, whole: string) => part.includes("_") && whole.startsWith(`${part}_`);

function isNear(name: string, known: string): boolean {
  const most = known.length < LONG_NAME ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && distance(name, known) <= most;
}

/** Returns the edit distance of two strings: insertions, deletions, substitutions and swaps of neighbours. */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= from.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      (rows[i] ??= [])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(from.length, to.length);
}
