import { plainFailures } from "~/plain-failures.server";
import { composeIsland } from "#server/island/svg.server";
import { islandFactsOf } from "#server/island/inputs.server";
import { requireMember } from "#server/session/session.server";

export const loader = plainFailures(async (args) => {
  const facts = await islandFactsOf(await requireMember(args));
  const arrived = new URL(args.request.url).searchParams.getAll("new");
  return new Response(composeIsland(facts, arrived), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      // Restricts the SVG when it is opened as a document.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "Cache-Control": "private, no-store",
    },
  });
});
