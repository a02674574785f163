import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

/** The routes of one kind of address, from the root to the page: all that a request for it can touch. */
export interface Branch {
  /** Ids, the root's first; empty for an address that no route is for. */
  ids: string[];
  /** The branch's own, once it was asked for. */
  handle: RequestHandler;
}

/** Any number of addresses exists (`/news/1`, …): so many that were asked for last are known. */
const KNOWN_ADDRESSES = 2_000;

/**
 * Finds the routes of an address once, and has Remix answer it from these alone.
 *
 * Remix matches each request three times (for its parameters, for its loaders, for what is rendered), and each time
 * flattens and ranks the whole table and compiles every path anew; it also makes elements for all routes in each
 * render. Of some 80 routes that costs as much as a small page itself. A build that holds only the address's own branch
 * gives the same answer: what the browser needs of other pages is in the manifest's file, not in the page.
 */
export class Branches {
  readonly #build: ServerBuild;
  readonly #mode: string;
  readonly #table: RouteNode[];
  readonly #whole: RequestHandler;
  readonly #branches = new Map<string, Branch>();
  readonly #known = new LRUCache<string, Branch>({ max: KNOWN_ADDRESSES });

  constructor(build: ServerBuild, mode: string) {
    this.#build = build;
    this.#mode = mode;
    this.#table = tableOf(build);
    this.#whole = createRequestHandler(build, mode);
  }

  /** @param pathname as it stands in the address, percent-encoded */
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
    // What no route is for, is for the whole build to say.
    if (ids.length === 0) return this.#whole;
    const { routes, assets } = this.#build;
    return createRequestHandler(
      { ...this.#build, routes: only(ids, routes), assets: { ...assets, routes: only(ids, assets.routes) } },
      this.#mode,
    );
  }
}

function only<Value>(ids: string[], all: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
}

type RouteNode = { id: string; path?: string } & (
  | { index: true; children?: undefined }
  | { index?: false; children: RouteNode[] }
);

/** The nested table that a build's flat one stands for. */
function tableOf({ routes }: ServerBuild, parent?: string): RouteNode[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index } = route;
    const node = { id, ...(path === undefined ? {} : { path }) };
    return [index ? { ...node, index } : { ...node, children: tableOf({ routes } as ServerBuild, id) }];
  });
}
