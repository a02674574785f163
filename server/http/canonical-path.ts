import type { ServerBuild } from "@remix-run/node";
import { errorReportPath, healthPath, pathnameOf, reportPath } from "./guard";

/** An address as the route table writes it, cut at its slashes: `["news", ":id"]`; the home page is `[]`. */
type Pattern = readonly string[];
export type Patterns = readonly Pattern[];

/** The addresses of a Remix build and of the front itself. What only catches unknown ones (`*`) is none of them. */
export function routePatterns(routes: ServerBuild["routes"]): Patterns {
  const pathOf = (id: string): string => {
    const route = routes[id];
    if (!route) return "";
    return `${route.parentId === undefined ? "" : pathOf(route.parentId)}/${route.path ?? ""}`;
  };
  const paths = new Set([healthPath, reportPath, errorReportPath, ...Object.keys(routes).map(pathOf)]);
  return [...paths].map(segmentsOf).filter((pattern) => !pattern.includes("*"));
}

/**
 * The one spelling of an address that is written otherwise: `/News/` is `/news` (docs/decisions/0002, other spellings of an
 * address). Steps that the route table names are written as there, however they were encoded; an id keeps its letters,
 * and what needs no encoding is not encoded. Asked before anything is decided by an address, so that nothing has to
 * know of capitals and slashes.
 *
 * @param url a request target with its query, which stays as it is
 * @returns undefined when it is written so already, or is no address of the site
 */
export function canonicalPath(url: string, patterns: Patterns): string | undefined {
  const pathname = pathnameOf(url);
  const steps = decoded(pathname);
  if (!steps) return undefined;
  const best = bestOf(steps, patterns);
  if (!best) return undefined;
  const own = `/${best.map((name, i) => (name.startsWith(":") ? encodeURIComponent(steps[i] ?? "") : name)).join("/")}`;
  return own === pathname ? undefined : own + url.slice(pathname.length);
}

/**
 * The address as the route table writes it, `/news/:id`: for the log.
 *
 * @param path what somebody says that it is
 * @returns undefined when it is no address of the site
 */
export function patternOf(path: string, patterns: Patterns): string | undefined {
  const best = bestOf(decoded(path) ?? ["*"], patterns);
  return best && `/${best.join("/")}`;
}

function bestOf(steps: string[], patterns: Patterns): Pattern | undefined {
  const lower = steps.map((step) => step.toLowerCase());
  const isMeant = (pattern: Pattern) =>
    pattern.length === steps.length &&
    pattern.every((name, i) => name.startsWith(":") || name.toLowerCase() === lower[i]);
  // Of two that fit, the one that names more: /news/feed.xml, not /news/:id.
  return patterns.filter(isMeant).sort((a, b) => namesOf(b).localeCompare(namesOf(a)))[0];
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** "10" for a name and an id: what is named first, and most, sorts last. */
const namesOf = (pattern: Pattern): string =>
  pattern.map((name) => (name.startsWith(":") ? "0" : "1")).join("");

/** @returns undefined when it cannot be decoded, or has a step that browsers would walk (`..`) */
function decoded(pathname: string): string[] | undefined {
  try {
    const steps = segmentsOf(pathname).map(decodeURIComponent);
    return steps.some((step) => /^\.{1,2}$/.test(step)) ? undefined : steps;
  } catch {
    return undefined;
  }
}
