import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { type ChosenTheme, themeOfCookies } from "~/domain/theme";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { chosenLanguage, type Language, languageCookieOf, offeredLanguage } from "#server/protocol/language";
import type { WholePage } from "#server/web/whole-page.server";
import { SingleFlight } from "./single-flight";

/**
 * A page is sent as it was to everybody who asks for it within this many milliseconds. What the API says is kept for
 * 15 s already (server/api/public-cache.server.ts), so a post is seen 20 s after its release at the latest.
 */
const KEPT_MS = 5_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** A page as it can be sent to many. */
export interface Page {
  status: number;
  headers: [string, string][];
  html: WholePage;
  /** The id under which the log tells of its making. */
  madeAs: string;
}

/** What is rendered for many: everything that it may depend on, and nothing else of any visitor. */
export interface PageOrder {
  /** As the guard has checked it. */
  origin: string;
  url: string;
  /** Chosen, and kept in a cookie; the address may say another. */
  lng: Language | undefined;
  /** Offered to a visitor who has not chosen. */
  offer: Exclude<Language, "ja"> | undefined;
  /** Chosen; null when the device decides. */
  theme: ChosenTheme | null;
}

interface Asked {
  method: string;
  origin: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/**
 * The page that a guest asks for, when it is one that others may get too. Of what the visitor sent, the address is
 * taken as it is; the languages and the theme are some of a few.
 *
 * @returns undefined for a request whose answer may be its visitor's own: any with a session, any that may change
 * something, and what the app's script asks for
 */
export function orderOf({ method, origin, url, headers }: Asked): PageOrder | undefined {
  if ((method !== "GET" && method !== "HEAD") || /[?&]_data=/.test(url)) return undefined;
  const { cookie = "" } = headers;
  if (hasSessionCookie(cookie)) return undefined;
  return {
    origin,
    url,
    lng: chosenLanguage(cookie),
    offer: offeredLanguage({ url, headers }),
    theme: themeOfCookies(cookie),
  };
}

/** The request that a page for many is rendered from: made here, of the order alone. */
export function requestFor({ origin, url, lng }: PageOrder, signal: AbortSignal): Request {
  return new Request(origin + url, { signal, headers: lng ? { Cookie: languageCookieOf(lng) } : {} });
}

/** What rendering for many came to. */
export interface Made {
  page: Page;
  /** Whether its loaders say that it is the same for all (server/protocol/cache-headers.server.ts). */
  isToKeep: boolean;
}

/**
 * The pages that are the same for everybody, rendered once for many. Rendering takes more than ten times as long as
 * sending (README, Benchmarks), and most visitors of a public page have no session. However many ask at once for one
 * that has to be made, it is made once.
 */
export class KeptPages {
  readonly #pages: LRUCache<string, Page>;
  readonly #making = new SingleFlight<Made | undefined>();

  /** @param now the clock in ms, for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#pages = new LRUCache<string, Page>({
      ttl: KEPT_MS,
      maxSize: MOST_BYTES,
      sizeCalculation: ({ html }) => html.size,
      perf: { now },
      // The clock is asked each time, not once in a while.
      ttlResolution: 0,
    });
  }

  /** @returns undefined when it has to be made */
  find(order: PageOrder): Page | undefined {
    return this.#pages.get(keyOf(order));
  }

  /**
   * The page that is kept, or that is being made, or else is made now.
   *
   * @param make renders it of the order alone; undefined when what came of it is not for many
   * @param gone aborted when this visitor does not wait any more
   */
  async get(
    order: PageOrder,
    make: (signal: AbortSignal) => Promise<Made | undefined>,
    gone: AbortSignal,
  ): Promise<Page | undefined> {
    const key = keyOf(order);
    const makeAndKeep = async (signal: AbortSignal) => {
      const made = await make(signal);
      if (made?.isToKeep) this.#pages.set(key, made.page);
      return made;
    };
    return this.find(order) ?? (await this.#making.join(key, makeAndKeep, gone))?.page;
  }
}

function keyOf({ origin, url, lng, offer, theme }: PageOrder): string {
  return JSON.stringify([origin, url, lng, offer, theme]);
}
