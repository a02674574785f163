/** Replaces Remix's own server build (vite.config.ts), so that loaders and actions convert errors into responses. */
import { routes as remixRoutes } from "virtual:remix/server-build";
import { answeringRoutes } from "./error-response.server";

export * from "virtual:remix/server-build";
export const routes = answeringRoutes(remixRoutes);
