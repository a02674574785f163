import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { projectRoot } from "#server/cli/children";

export interface SiteRoute {
  id: string;
  /** Full pattern, such as `/news/:id`. */
  pattern: string;
  /** True if requests need `?index`, so that the index's action runs instead of the layout's. */
  isIndex: boolean;
  hasAction: boolean;
  hasLoader: boolean;
  /** True for a route without a page. */
  isResource: boolean;
  params: string[];
}

/** Imports the build that the site serves. */
export async function siteBuild(): Promise<ServerBuild> {
  const file = pathToFileURL(join(projectRoot, "build/server/index.js")).href;
  return (await import(/* @vite-ignore */ file)) as ServerBuild;
}

/** Returns every route of the build, so that new routes are attacked too. */
export async function siteRoutes(): Promise<SiteRoute[]> {
  const { routes } = await siteBuild();
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === "root") return [];
    let path = "";
    for (let at: typeof route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      if (at.path) path = `/${at.path}${path}`;
    }
    return [
      {
        id: route.id,
        pattern: path || "/",
        isIndex: route.index === true,
        hasAction: route.module.action !== undefined,
        hasLoader: route.module.loader !== undefined,
        isResource: route.module.default === undefined,
        params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ""),
      },
    ];
  });
}

/** Returns a path for a pattern with the given parameters. */
export function pathFor(pattern: string, values: Record<string, string> = {}): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? "1").replace("*", "nowhere");
}
