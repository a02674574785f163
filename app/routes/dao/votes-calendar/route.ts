import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileName } from "#brand/brand.json";
import { type CalendarEntry, calendarOf } from "~/domain/calendar-file";
import { votingState } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, languageOfAddress, translator } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { plainFailures } from "~/plain-failures.server";
import { originOf, voteEntry } from "~/routes/dao/vote-entry.server";
import { callApi } from "#server/api/api.server";
import { readPages } from "#server/api/read-pages.server";
import type { TokenSource } from "#server/api/token-source";
import { ApiError } from "#server/errors/api-error";
import { limit } from "#server/limits/rate-limit.server";
import { fileHeaders } from "#server/protocol/download.server";
import * as clock from "#server/runtime/clock.server";
import { ownerOfCalendar } from "#server/session/calendar-address.server";
import { applySessionCookie, requireMember } from "#server/session/session.server";
import { TokensOfRecord } from "#server/session/token-sources.server";
import { keyOf } from "#server/store/encryption.server";

/** Suggestions in progress that are read for one calendar, and calls for them. */
const LIMITS = { mostRows: 200, mostPages: 10 };

/** How often calendar programs are asked to read a subscribed calendar. */
const EVERY_HOURS = 4;

/** Where a calendar is made for: the links in it, and its language. */
interface Place {
  origin: string;
  lng: Language;
}

/**
 * Returns the ends of all open votes as a calendar file: to a signed-in member as a download, and to a calendar program
 * with the secret of a member's calendar address (docs/decisions/0104).
 */
export const loader = plainFailures(
  (args) => (isSubscription(args) ? subscription(args) : download(args)),
  (args) => (isSubscription(args) ? languageOfAddress(args.request) : languageOf(args)),
);

const secretIn = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams.get("secret");
const isSubscription = (args: LoaderFunctionArgs) => secretIn(args) !== null;

async function download(args: LoaderFunctionArgs): Promise<Response> {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const file = calendarOf(await openVotes(session, { origin: originOf(args.request), lng }));
  const headers = new Headers(fileHeaders("text/calendar", `${fileName}-votes.ics`));
  // A resource route is not rendered by entry.server, so the session cookie is set here.
  await applySessionCookie(headers, args.context);
  return new Response(file, { headers });
}

/** Needs no cookie and sets none. The response to a wrong secret does not tell whether the member has an address. */
async function subscription(args: LoaderFunctionArgs): Promise<Response> {
  const lng = languageOfAddress(args.request);
  const secret = secretIn(args) ?? "";
  const t = translator(lng);
  const tooMany = await limit(args, "calendar", { calendar: keyOf(secret) });
  if (tooMany) return plainText(dynamicKey(t, tooMany.message), lng, tooMany);
  const owner = await ownerOfCalendar(secret);
  if (owner === undefined) return plainText(t("dao:ics.gone"), lng, { status: 410 });
  const place = { origin: originOf(args.request), lng };
  const entries = (await votesFor(owner, place)) ?? [signInEntry(place)];
  const file = calendarOf(entries, { name: t("dao:ics.name"), everyHours: EVERY_HOURS });
  return new Response(file, {
    headers: { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache" },
  });
}

const plainText = (
  text: string,
  lng: Language,
  { status, headers }: { status: number; headers?: HeadersInit },
) =>
  new Response(`${text}\n`, {
    status,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Language": lng,
      "Cache-Control": "private, no-store",
    },
  });

/** Reads the votes with one of the member's sessions; undefined when none of them is valid. */
async function votesFor(owner: string, place: Place): Promise<CalendarEntry[] | undefined> {
  for (const tokens of await TokensOfRecord.ofMember(owner)) {
    try {
      return await openVotes(tokens, place);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
  }
  return undefined;
}

/** Returns the entries of the open votes, the earliest end first. */
async function openVotes(tokens: TokenSource, place: Place): Promise<CalendarEntry[]> {
  const read = async (page: number) => {
    const query = { status: "IN_PROGRESS", sort: "ENDING", page } as const;
    const { items, page_count, stats } = await callApi("suggestions", { tokens, language: place.lng, query });
    return { rows: items, pageCount: page_count, total: stats.total };
  };
  const entries: CalendarEntry[] = [];
  for await (const rows of readPages(read, { idOf: ({ id }) => id, ...LIMITS })) {
    for (const vote of rows) {
      const { end_at } = vote;
      if (end_at && votingState(vote, clock.now()) === "open")
        entries.push(voteEntry({ ...vote, end_at }, place));
    }
  }
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Returns the one entry, on the day of the reading, of a calendar whose member is signed in nowhere. */
function signInEntry({ origin, lng }: Place): CalendarEntry {
  const t = translator(lng);
  const now = new Date(clock.now());
  return {
    uid: `votes-sign-in@${new URL(origin).hostname}`,
    at: now,
    madeAt: now,
    isAllDay: true,
    title: t("dao:ics.signIn"),
    description: t("dao:ics.signInText"),
    url: origin + paths.signIn(paths.dao.root),
  };
}
