import { formatDateTime } from "~/domain/japan-time";
import type { Language } from "~/i18n/languages";
import type { Session } from "#server/session/session.server";

/** Maximum number of sessions on the page; only the number of the others is shown. */
const MOST_SHOWN = 20;

export interface SessionRow {
  mark: string;
  browser?: string | undefined;
  system?: string | undefined;
  /** The country's name in the page's language; undefined if unknown. */
  place?: string | undefined;
  /** ISO 8601. */
  signedInAt: string;
  /** The same time as formatted text, for the button's accessible name. */
  signedInText: string;
  /** ISO 8601, with a precision of ten minutes. */
  lastUsed: string;
  isThis: boolean;
}

/** Returns the member's sessions for the page: this one first, then by last use. @throws StoreUnavailable */
export async function sessionRows(
  session: Session,
  lng: Language,
): Promise<{ rows: SessionRow[]; more: number }> {
  const all = await session.listAll();
  // On the server, because browsers have other country names or none.
  const names = new Intl.DisplayNames([lng], { type: "region", fallback: "none" });
  const rows = all.slice(0, MOST_SHOWN).map(({ mark, isThis, signedIn }) => ({
    mark,
    isThis,
    browser: signedIn.browser,
    system: signedIn.system,
    place: signedIn.country === undefined ? undefined : names.of(signedIn.country),
    signedInAt: new Date(signedIn.at).toISOString(),
    signedInText: formatDateTime(signedIn.at, lng),
    lastUsed: new Date(signedIn.lastUsed).toISOString(),
  }));
  return { rows, more: all.length - rows.length };
}
