import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

/** The routes that match a URL, from the root to the page. */
export interface Branch {
  /** Route ids, root first; empty when no route matches. */
  ids: string[];
  /** Request handler for a build that contains only these routes. */
  handle: RequestHandler;
}

/** LRU size. URLs with parameters are unbounded (`/news/1`, …). */
const KNOWN_ADDRESSES = 2_000;

/**
 * Returns a function that matches a path (percent-encoded) to its routes once, so that a build that contains only these
 * routes handles its requests. Remix would match it three times, each time ranking and compiling all of its 80 routes,
 * and create elements for all of them, which costs as much as a small page. The browser finds other routes in the
 * manifest's file.
 */
export function routeBranches(build: ServerBuild, mode: string): (pathname: string) => Branch {
  const { routes, assets } = build;
  const table = tableOf(build);
  const branches = new Map<string, Branch>();
  const branchOf = (ids: string[]): Branch => {
    // The whole build handles URLs that match no route.
    const part = ids.length > 0 && {
      routes: only(ids, routes),
      assets: { ...assets, routes: only(ids, assets.routes) },
    };
    return { ids, handle: createRequestHandler({ ...build, ...part }, mode) };
  };
  const known = new LRUCache<string, Branch>({
    max: KNOWN_ADDRESSES,
    memoMethod: (pathname) => {
      const ids = (matchRoutes(table, pathname) ?? []).map(({ route }) => route.id);
      const key = ids.join(" ");
      const branch = branches.get(key) ?? branchOf(ids);
      branches.set(key, branch);
      return branch;
    },
  });
  return (pathname) => known.memo(pathname);
}

function only<Value>(ids: string[], all: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
}

type RouteNode = { id: string; path: string | undefined } & (
  | { index: true; children?: undefined }
  | { index?: false; children: RouteNode[] }
);

function tableOf({ routes }: ServerBuild, parent?: string): RouteNode[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: tableOf({ routes } as ServerBuild, id) }];
  });
}
