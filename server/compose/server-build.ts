/**
 * The one server build (vite.config.ts): Remix's routes, whose loaders and actions convert errors into responses, and
 * the Express app with the process around it. `build/site.js` loads nothing else.
 */
import { routes as remixRoutes } from "virtual:remix/server-build";
import { withErrorResponses } from "#server/web/error-response.server";
import { checkForeignServer } from "./foreign-server";

checkForeignServer();

export * from "virtual:remix/server-build";
export { start } from "./index";
export const routes = withErrorResponses(remixRoutes);
