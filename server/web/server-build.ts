/**
 * The server build that the HTTP front and `remix-serve` run. It replaces Remix's own (vite.config.ts), and its loaders
 * and actions convert errors into responses.
 */
import { routes as remixRoutes } from "virtual:remix/server-build";
import { answeringRoutes } from "./error-response.server";

export * from "virtual:remix/server-build";
export const routes = answeringRoutes(remixRoutes);
