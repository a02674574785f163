import type { ServerBuild } from "@remix-run/node";
import { errorReportPath, healthPath, pathnameOf, reportPath } from "./guard";

/** Segments of a route's path: `["news", ":id"]`; `[]` for the home page. */
type Pattern = readonly string[];
export type Patterns = readonly Pattern[];

/** Returns the paths of a Remix build and of the front itself, without catch-all routes (`*`). */
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
 * Returns the canonical spelling of a path: `/News/` becomes `/news` (docs/decisions/0002). Parameters keep their case.
 * Runs before the guard's checks and routing, so that later code compares exact paths.
 *
 * @param url request target; its query is kept
 * @returns undefined when the path is already canonical, or matches no route
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

/** Returns the route pattern of an untrusted path, `/news/:id`, for the log; undefined when it matches no route. */
export function patternOf(path: string, patterns: Patterns): string | undefined {
  const best = bestOf(decoded(path) ?? ["*"], patterns);
  return best && `/${best.join("/")}`;
}

function bestOf(steps: string[], patterns: Patterns): Pattern | undefined {
  const lower = steps.map((step) => step.toLowerCase());
  const isMeant = (pattern: Pattern) =>
    pattern.length === steps.length &&
    pattern.every((name, i) => name.startsWith(":") || name.toLowerCase() === lower[i]);
  // Prefer static segments over parameters: /news/feed.xml, not /news/:id.
  return patterns.filter(isMeant).sort((a, b) => namesOf(b).localeCompare(namesOf(a)))[0];
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** Sort key: "10" for a static segment and a parameter, so more and earlier static segments sort higher. */
const namesOf = (pattern: Pattern): string =>
  pattern.map((name) => (name.startsWith(":") ? "0" : "1")).join("");

/** @returns the decoded segments; undefined when the path cannot be decoded, or contains `.` or `..` */
function decoded(pathname: string): string[] | undefined {
  try {
    const steps = segmentsOf(pathname).map(decodeURIComponent);
    return steps.some((step) => /^\.{1,2}$/.test(step)) ? undefined : steps;
  } catch {
    return undefined;
  }
}
