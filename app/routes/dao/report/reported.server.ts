import { readId, type ReportTarget, reportTargets } from "~/domain/dao";
import { oneOf } from "~/domain/one-of";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";

interface Reported {
  type: ReportTarget;
  id: number;
  /** A path of this site: where the report leads back to. */
  back: string;
}

/**
 * What the address of /dao/report says is reported: `target`, `id` and `back`; undefined when it says nothing
 * sound.
 */
export function readReported(request: Request): Reported | undefined {
  const search = new URL(request.url).searchParams;
  const type = oneOf(reportTargets, search.get("target"));
  const id = readId(search.get("id"));
  if (!type || id === undefined) return undefined;
  return { type, id, back: safeRedirect(search.get("back"), paths.dao.suggestions()) };
}
