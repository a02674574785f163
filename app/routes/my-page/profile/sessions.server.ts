import type { SerializeFrom } from "@remix-run/node";
import { formatDateTime } from "~/domain/japan-time";
import type { Language } from "~/i18n/languages";
import type { Session } from "#server/session/session.server";
import { MOST_SIGN_INS, recentSignIns, SIGN_IN_DAYS } from "#server/session/sign-ins.server";
import { ownerOf } from "#server/store/encryption.server";

/** Maximum number of sessions on the page; only the number of the others is shown. */
const MOST_SHOWN = 20;

/** Names countries in a language; on the server, because browsers have other country names or none. */
function placesIn(lng: Language) {
  const names = new Intl.DisplayNames([lng], { type: "region", fallback: "none" });
  return (country: string | undefined) => (country === undefined ? undefined : names.of(country));
}

/** Returns the member's sessions for the page: this one first, then by last use. @throws StoreUnavailable */
export async function sessionRows(session: Session, lng: Language) {
  const all = await session.listAll();
  const placeOf = placesIn(lng);
  const rows = all.slice(0, MOST_SHOWN).map(({ mark, isThis, signedIn }) => ({
    mark,
    isThis,
    browser: signedIn.browser,
    system: signedIn.system,
    /** The country's name in the page's language; undefined if unknown. */
    place: placeOf(signedIn.country),
    signedInAt: new Date(signedIn.at).toISOString(),
    /** The same time as formatted text, for the button's accessible name. */
    signedInText: formatDateTime(signedIn.at, lng),
    /** With a precision of ten minutes. */
    lastUsed: new Date(signedIn.lastUsed).toISOString(),
  }));
  return { rows, more: all.length - rows.length };
}

export type SessionRow = SerializeFrom<Awaited<ReturnType<typeof sessionRows>>["rows"][number]>;

/** Returns the member's sign-ins of the last 90 days for the page, the newest first. @throws StoreUnavailable */
export async function signInRows({ user }: Session, lng: Language) {
  const placeOf = placesIn(lng);
  const signIns = user ? await recentSignIns(ownerOf(user.id)) : [];
  const rows = signIns.map(({ at, browser, system, country }) => ({
    at: new Date(at).toISOString(),
    browser,
    system,
    place: placeOf(country),
  }));
  return { rows, days: SIGN_IN_DAYS, most: MOST_SIGN_INS };
}

export type SignInRows = SerializeFrom<Awaited<ReturnType<typeof signInRows>>>;
