import { variableNames } from "./variables";

/** Names that are shorter than this differ by one character at most: two would make GIT_URL a misspelt SITE_URL. */
const LONG_NAME = 10;

interface MeantName {
  /** As it is set; the site does not read it. */
  name: string;
  /** The variable that is most like it. */
  meant: string;
  /** True when only letters differ; false when it has a part too many or too few, as SESSION_SECRET_FILE. */
  isMisspelt: boolean;
}

/**
 * Returns the variables of an environment that the site does not read and whose names look like one that it does:
 * a few characters differ, or an underscore and more (or less) follows a name of two parts.
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

/** Lines for the terminal about variables that are set and not read. */
export const unreadVariables = (source: Record<string, string | undefined>) =>
  meantNames(source).map(({ name, meant }) => `${name} is not read; is ${meant} meant?`);

const isPart = (part: string, whole: string) => part.includes("_") && whole.startsWith(`${part}_`);

function isNear(name: string, known: string): boolean {
  const most = known.length < LONG_NAME ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && distance(name, known) <= most;
}

/** Edits from one text to another: a character more, less, another, or two that have changed places. */
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
