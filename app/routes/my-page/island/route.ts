import { themeOfCookies } from "~/domain/theme";
import { plainFailures } from "~/plain-failures.server";
import { islandFactsOf } from "#server/island/inputs.server";
import { islandLightAt, islandLights } from "#server/island/light.server";
import { composeIsland } from "#server/island/svg.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";

/**
 * Composes the member's island. `?light=` sets its light, else the hour of Japan and the chosen theme do. `?paper` is
 * for a light page.
 */
export const loader = plainFailures(async (args) => {
  const { request } = args;
  const facts = await islandFactsOf(await requireMember(args));
  const { searchParams } = new URL(request.url);
  const light =
    islandLights.find((each) => each === searchParams.get("light")) ??
    islandLightAt(clock.now(), themeOfCookies(request.headers.get("Cookie")));
  const isLanding = searchParams.has("landing");
  const look = { light, isLanding, isOnPaper: searchParams.has("paper") };
  // The thing that lands is there, even while the order service does not respond.
  const shown = isLanding ? { ...facts, orders: Math.max(1, facts.orders ?? 0) } : facts;
  return new Response(composeIsland(shown, searchParams.getAll("new"), look), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      // Restricts the SVG when it is opened as a document.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "Cache-Control": "private, no-store",
    },
  });
});
