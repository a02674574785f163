import type { RequestHandler } from "express";

const languages = ["ja", "en", "ko", "zh"] as const;
export type Language = (typeof languages)[number];

/** The head of a request, as far as it tells a language. */
interface Head {
  /** The request target with its query. */
  url: string;
  headers: {
    cookie?: string | undefined;
    "accept-language"?: string | undefined;
    "sec-fetch-dest"?: string | string[] | undefined;
  };
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What machines read: its language is that of its address alone, and a reader of it has chosen nothing. */
const isForMachines = (url: string) => /^[^?]*\.(?:xml|txt|json|csv|ics|webmanifest)(?:\?|$)/.test(url);

const ofQuery = (url: string): Language | undefined => {
  const query = /[?&]lng=(\w+)/.exec(url)?.[1];
  return languages.find((lng) => lng === query);
};

/** The language that a Cookie header keeps, as the app does (app/i18n/i18n.server.ts): base64 of JSON. */
export function chosenLanguage(header: string | undefined): Language | undefined {
  const value = /(?:^|;\s*)lng=([\w%=+/-]+)/.exec(header ?? "")?.[1] ?? "";
  const kept = Buffer.from(value.replaceAll("%3D", "="), "base64").toString().replaceAll('"', "");
  return languages.find((lng) => lng === kept);
}

/** The cookie that keeps a language: its name and value. */
export function languageCookieOf(lng: Language): string {
  return `lng=${encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64"))}`;
}

/** The visitor's language: `?lng=`, then the cookie, then Japanese. */
export function languageOfHead({ url, headers }: Head): Language {
  return ofQuery(url) ?? chosenLanguage(headers.cookie) ?? "ja";
}

/**
 * The language to keep from now on: that of `?lng=` on a page, unless it is kept already (docs/decisions/0003). Only
 * when the address is what the visitor opened: a picture of another site that points here chooses nothing.
 */
function languageToKeep({ url, headers }: Head): Language | undefined {
  const lng = ofQuery(url);
  const opened = headers["sec-fetch-dest"] === undefined || headers["sec-fetch-dest"] === "document";
  return lng && opened && !isForMachines(url) && lng !== chosenLanguage(headers.cookie) ? lng : undefined;
}

/**
 * Keeps the language of `?lng=` in the browser. Here and not in the app, because a page that is kept for many
 * (http/shared-page-cache.ts) is sent without asking the app, and to each with the choice of their own.
 *
 * @param secure whether the site is served by https
 */
export function keepLanguage(secure: boolean): RequestHandler {
  return (req, res, next) => {
    const lng =
      req.method === "GET" ? languageToKeep({ url: req.originalUrl, headers: req.headers }) : undefined;
    if (lng) {
      const flags = `Max-Age=${ONE_YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      res.append("Set-Cookie", `${languageCookieOf(lng)}; ${flags}`);
    }
    next();
  };
}

/**
 * The language to offer to a visitor who has not chosen: the one of the four that their browser prefers, or English when
 * it names none of them; nothing when that is the Japanese that the page is in.
 */
export function offeredLanguage({ url, headers }: Head): Exclude<Language, "ja"> | undefined {
  if (ofQuery(url) ?? chosenLanguage(headers.cookie)) return undefined;
  const wanted = (headers["accept-language"] ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", quality] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      const lng = languages.find((one) => one === tag.split("-")[0]);
      return { tag, lng, q: Number(quality ?? 1) };
    })
    .filter(({ tag, q }) => /^[a-z]/.test(tag) && q > 0)
    .sort((a, b) => b.q - a.q);
  const preferred = wanted.find(({ lng }) => lng)?.lng ?? (wanted.length > 0 ? "en" : undefined);
  return preferred === "ja" ? undefined : preferred;
}
