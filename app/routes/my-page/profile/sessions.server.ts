import type { SerializeFrom } from "@remix-run/node";
import { formatDateTime } from "~/domain/japan-time";
import type { Language } from "~/i18n/languages";
import type { Session } from "#server/session/session.server";

/** Maximum number of sessions on the page; only the number of the others is shown. */
const MOST_SHOWN = 20;

/** Returns the member's sessions for the page: this one first, then by last use. @throws StoreUnavailable */
export async function sessionRows(session: Session, lng: Language) {
  const all = await session.listAll();
  // On the server, because browsers have other country names or none.
  const names = new Intl.DisplayNames([lng], { type: "region", fallback: "none" });
  const rows = all.slice(0, MOST_SHOWN).map(({ mark, isThis, signedIn }) => ({
    mark,
    isThis,
    browser: signedIn.browser,
    system: signedIn.system,
    /** The country's name in the page's language; undefined if unknown. */
    place: signedIn.country === undefined ? undefined : names.of(signedIn.country),
    signedInAt: new Date(signedIn.at).toISOString(),
    /** The same time as formatted text, for the button's accessible name. */
    signedInText: formatDateTime(signedIn.at, lng),
    /** With a precision of ten minutes. */
    lastUsed: new Date(signedIn.lastUsed).toISOString(),
  }));
  return { rows, more: all.length - rows.length };
}

export type SessionRow = SerializeFrom<Awaited<ReturnType<typeof sessionRows>>["rows"][number]>;
