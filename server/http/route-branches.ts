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
 * Matches a URL to its routes once, and handles requests with a build that contains only these routes. Remix would
 * match it three times, each time ranking and compiling all of its 80 routes, and create elements for all of them,
 * which costs as much as a small page. The browser finds other routes in the manifest's file.
 */
export class RouteBranchCache {
  readonly #table: RouteNode[];
  readonly #whole: RequestHandler;
  readonly #branches = new Map<string, Branch>();
  readonly #known = new LRUCache<string, Branch>({ max: KNOWN_ADDRESSES });

  constructor(
    private readonly build: ServerBuild,
    private readonly mode: string,
  ) {
    this.#table = tableOf(build);
    this.#whole = createRequestHandler(build, mode);
  }

  /** @param pathname percent-encoded, as in the URL */
  find(pathname: string): Branch {
    const known = this.#known.get(pathname);
    if (known) return known;
    const ids = (matchRoutes(this.#table, pathname) ?? []).map(({ route }) => route.id);
    const key = ids.join(" ");
    const branch = this.#branches.get(key) ?? { ids, handle: this.#handlerOf(ids) };
    this.#branches.set(key, branch);
    this.#known.set(pathname, branch);
    return branch;
  }

  #handlerOf(ids: string[]): RequestHandler {
    // The whole build handles URLs that match no route.
    if (ids.length === 0) return this.#whole;
    const { routes, assets } = this.build;
    return createRequestHandler(
      { ...this.build, routes: only(ids, routes), assets: { ...assets, routes: only(ids, assets.routes) } },
      this.mode,
    );
  }
}

function only<Value>(ids: string[], all: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
}

type RouteNode = { id: string; path: string | undefined } & (
  | { index: true; children?: undefined }
  | { index?: false; children: RouteNode[] }
);

/** Converts a build's flat route table into a nested one. */
function tableOf({ routes }: ServerBuild, parent?: string): RouteNode[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: tableOf({ routes } as ServerBuild, id) }];
  });
}
