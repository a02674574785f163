/**
 * The one server build (vite.config.ts): Remix's routes, whose loaders and actions convert errors into responses, and the
 * Express app with the process around it. `build/site.js` and development load nothing else.
 */
import { routes as remixRoutes } from "virtual:remix/server-build";
import { answeringRoutes } from "./error-response.server";

export * from "virtual:remix/server-build";
export { start } from "#server/compose";
export const routes = answeringRoutes(remixRoutes);
