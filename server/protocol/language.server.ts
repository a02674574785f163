import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import { type Language, languageOfQuery, languages } from "~/domain/language-tag";
import { safeRedirect } from "~/domain/safe-redirect";

interface Head {
  url: string;
  headers: { cookie?: string | undefined; "accept-language"?: string | undefined };
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Feeds, CSV, JSON, calendars: `?lng=` selects the response language but must not set the cookie. */
const isForMachines = (url: string) => /^[^?]*\.(?:xml|txt|json|csv|ics|webmanifest)(?:\?|$)/.test(url);

/** A browser that prefetches or previews a page: the visitor has not opened it. */
const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /^(?:prefetch|prerender|preview)/i.test(String(headers[name] ?? "")),
  );

/** The value is base64 of JSON, as in app/i18n/i18n.server.ts. */
export function chosenLanguage(header: string | undefined): Language | undefined {
  const value = /(?:^|;\s*)lng=([\w%=+/-]+)/.exec(header ?? "")?.[1] ?? "";
  const decoded = Buffer.from(value.replaceAll("%3D", "="), "base64").toString().replaceAll('"', "");
  return languages.find((lng) => lng === decoded);
}

export const languageCookieOf = (lng: Language) =>
  `lng=${encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64"))}`;

export const languageCookieHeader = (lng: Language, secure: boolean): string =>
  `${languageCookieOf(lng)}; Max-Age=${ONE_YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

export const languageOfHead = ({ url, headers }: Head): Language =>
  languageOfQuery(url) ?? chosenLanguage(headers.cookie) ?? "ja";

/** Query parameter of the language menu's form: its URL is only a step to the same page without it. */
const CHOOSE = "choose";

/**
 * Returns the URL without the choice of language that the menu's form has added; undefined if it has added none. It has
 * no fragment, so the browser keeps that of the page (docs/decisions/0100).
 */
function withoutChoice(url: string): string | undefined {
  const start = url.indexOf("?");
  const query = new URLSearchParams(start < 0 ? "" : url.slice(start));
  if (!query.has(CHOOSE)) return undefined;
  query.delete(CHOOSE);
  query.delete("lng");
  return safeRedirect(url.slice(0, start) + (query.size > 0 ? `?${query}` : ""));
}

/**
 * Stores the language of `?lng=` in a cookie (docs/decisions/0003), for documents only, so that an image on another
 * site cannot change the language. The front does it once for all documents.
 */
export function keepLanguage(secure: boolean): RequestHandler {
  return ({ method, originalUrl: url, headers }, res, next) => {
    const lng = languageOfQuery(url);
    const isDocument = (headers["sec-fetch-dest"] ?? "document") === "document" && !isForMachines(url);
    const isVisit = method === "GET" && isDocument && !isPrefetch(headers);
    if (lng && isVisit && lng !== chosenLanguage(headers.cookie)) {
      res.append("Set-Cookie", languageCookieHeader(lng, secure));
    }
    const target = isVisit ? withoutChoice(url) : undefined;
    if (target === undefined) next();
    else res.setHeader("Cache-Control", "no-store").redirect(303, target);
  };
}

/**
 * Returns the language to offer: the first of the browser's languages that the site has, else English. Undefined if
 * that is Japanese, or if the visitor has chosen a language.
 */
export function offeredLanguage({ url, headers }: Head): Exclude<Language, "ja"> | undefined {
  if (languageOfQuery(url) ?? chosenLanguage(headers.cookie)) return undefined;
  const wanted = (headers["accept-language"] ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith("q="))?.slice(2);
      const lng = languages.find((one) => one === tag.split("-")[0]);
      return { tag, lng, q: Number(quality ?? 1) };
    })
    .filter(({ tag, q }) => /^[a-z]/.test(tag) && q > 0)
    .sort((a, b) => b.q - a.q);
  const preferred = wanted.find(({ lng }) => lng)?.lng ?? (wanted.length > 0 ? "en" : undefined);
  return preferred === "ja" ? undefined : preferred;
}
