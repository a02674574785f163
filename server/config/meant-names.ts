import { variableNames } from "./variables";

/** Shorter names may differ by one character only: with two, GIT_URL would be a misspelt SITE_URL. */
const LONG_NAME = 10;

/**
 * Returns variables that the site does not read (`name`), but whose names are similar to one that it reads (`meant`): a
 * few characters differ (`isMisspelt`), or one name continues the other after an underscore.
 */
export function meantNames(source: Record<string, string | undefined>) {
  return Object.keys(source).flatMap((name) => {
    if (!source[name]?.trim() || variableNames.includes(name)) return [];
    const upper = name.toUpperCase();
    const misspelt = variableNames.find((known) => isNear(upper, known, known.length < LONG_NAME ? 1 : 2));
    const meant = misspelt ?? variableNames.find((known) => isPart(upper, known) || isPart(known, upper));
    return meant ? [{ name, meant, isMisspelt: misspelt !== undefined }] : [];
  });
}

/** Returns warnings for the terminal about variables that are set but not read. */
export const unreadVariables = (source: Record<string, string | undefined>) =>
  meantNames(source).map(({ name, meant }) => `${name} is not read; is ${meant} meant?`);

const isPart = (part: string, whole: string) => part.includes("_") && whole.startsWith(`${part}_`);

/**
 * Returns whether one string becomes the other by at most so many edits: insertions, deletions, substitutions and swaps
 * of neighbours.
 */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  const [oneRest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(oneRest, otherRest, edits);
  if (edits === 0) return false;
  const pairs = [
    [oneRest, otherRest],
    [oneRest, other],
    [one, otherRest],
  ] as [string, string][];
  if (one[0] === other[1] && one[1] === other[0]) pairs.push([one.slice(2), other.slice(2)]);
  return pairs.some(([left, right]) => isNear(left, right, edits - 1));
}
