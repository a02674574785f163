/**
 * The build that the HTTP front and `remix-serve` run: Remix's own (vite.config.ts puts this one in its place), with
 * loaders and actions whose errors have become responses.
 */
import { routes as remixRoutes } from "virtual:remix/server-build";
import { answeringRoutes } from "./error-response.server";

export * from "virtual:remix/server-build";
export const routes = answeringRoutes(remixRoutes);
