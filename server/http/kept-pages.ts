import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { themeOfCookies } from "~/domain/theme";
import { hasSessionCookie } from "#server/session/cookie-name.server";
import { offeredLanguage } from "./language";

/**
 * A page is sent as it was to everybody who asks for it within this many milliseconds. What the API says is kept for
 * 15 s already (server/api/cached.server.ts), so a post is seen 20 s after its release at the latest.
 */
const KEPT_MS = 5_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** What of a page belongs to one answer alone, and is another in each. */
export interface OwnValues {
  cspNonce: string;
  requestId: string;
}

interface Kept {
  headers: [string, string][];
  /** The HTML, cut where a value of its own stands. */
  parts: Buffer[];
  /** The values between the parts: always one fewer than these. */
  between: (keyof OwnValues)[];
}

export interface Asked {
  method: string;
  /** As the guard has checked it. */
  origin: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/**
 * The pages that are the same for everybody, rendered once for many. Rendering takes more than ten times as
 * long as sending (README, Benchmarks), and most visitors of a public page have no session.
 *
 * A page is kept only when its loaders say so (server/request/same-for-all.server.ts), nobody's session took part, and no
 * cookie is set. The nonce and the request's id are put into each copy anew.
 */
export class KeptPages {
  readonly #pages: LRUCache<string, Kept>;

  /** @param now the clock in ms, for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#pages = new LRUCache<string, Kept>({
      ttl: KEPT_MS,
      maxSize: MOST_BYTES,
      sizeCalculation: ({ parts }) => parts.reduce((sum, part) => sum + part.length, 1_000),
      perf: { now },
      // The clock is asked each time, not once in a while.
      ttlResolution: 0,
    });
  }

  /** @returns the page as this request gets it; undefined when it has to be made */
  find(key: string, own: OwnValues): { headers: [string, string][]; body: Buffer } | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    const pieces = kept.parts.flatMap((part, i) => {
      const name = kept.between[i];
      return name ? [part, Buffer.from(own[name])] : [part];
    });
    return { headers: kept.headers, body: Buffer.concat(pieces) };
  }

  /**
   * Keeps a page.
   *
   * @param own the values that it was rendered with
   */
  keep(key: string, headers: Headers, body: Buffer, own: OwnValues): void {
    const names: (keyof OwnValues)[] = ["cspNonce", "requestId"];
    const parts: Buffer[] = [];
    const between: (keyof OwnValues)[] = [];
    let rest = body;
    for (;;) {
      const next = names
        .map((name) => ({ name, at: rest.indexOf(own[name]) }))
        .filter(({ at }) => at >= 0)
        .sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      parts.push(rest.subarray(0, next.at));
      between.push(next.name);
      rest = rest.subarray(next.at + Buffer.byteLength(own[next.name]));
    }
    this.#pages.set(key, { headers: [...headers], parts: [...parts, rest], between });
  }
}

/**
 * What a page that is the same for all still depends on: its address, the chosen language or the one that is offered,
 * the chosen theme, and whether it may come in parts.
 *
 * @returns undefined for a request whose answer may be its visitor's own: any with a session, any but GET, and what
 * the app's script asks for
 */
export function keyOfPage({ method, origin, url, headers }: Asked): string | undefined {
  if (method !== "GET" || /[?&]_data=/.test(url)) return undefined;
  const cookies = headers.cookie ?? "";
  if (hasSessionCookie(cookies)) return undefined;
  const of = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1];
  return JSON.stringify([
    origin,
    url,
    of("lng"),
    offeredLanguage({ url, headers }),
    themeOfCookies(cookies),
    of("scripts"),
  ]);
}
