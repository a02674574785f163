import { createCookie } from "@remix-run/node";
import { createInstance, type FlatNamespace, type i18n as I18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import { saidLanguage } from "~/domain/request-language";
import { asLanguage, defaultLanguage, isLanguage, type Language, languages } from "./languages";
import { i18nOptions } from "./options";
import { withPhrases } from "./phrases.server";

const files = import.meta.glob<Record<string, unknown>>("./locales/*/*.json", {
  eager: true,
  import: "default",
});

function resourcesOf(lng: Language): Record<string, Record<string, unknown>> {
  const resources: Record<string, Record<string, unknown>> = {};
  for (const [path, texts] of Object.entries(files)) {
    const [, folder, name] = /^\.\/locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (folder === lng && name) resources[name] = withPhrases(texts, lng);
  }
  return resources;
}

function makeInstance(lng: Language): I18n {
  const instance = createInstance();
  const resources = resourcesOf(lng);
  // Everything is at hand, so init ends before it returns and no request ever waits for it.
  void instance.use(initReactI18next).init({
    ...i18nOptions,
    lng,
    ns: Object.keys(resources),
    resources: { [lng]: resources },
    initImmediate: false,
  });
  return instance;
}

/** One instance per language, made at start: one per request halves the throughput. */
const instances = Object.fromEntries(languages.map((lng) => [lng, makeInstance(lng)])) as Record<
  Language,
  I18n
>;

/** The visitor's choice. One year; readable by nobody's script. */
export const languageCookie = createCookie("lng", {
  path: "/",
  sameSite: "lax",
  httpOnly: true,
  maxAge: 365 * 24 * 60 * 60,
});

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage: defaultLanguage,
    cookie: languageCookie,
    // Not the browser's Accept-Language: the specification's default is Japanese.
    order: ["searchParams", "cookie"],
  },
});

/**
 * The language of a request: of a form that of the screen that it was filled in on; else `?lng=`, then the cookie, then
 * Japanese (docs/decisions/0003).
 */
export async function languageOf(request: Request): Promise<Language> {
  const said = saidLanguage(request);
  if (isLanguage(said)) return said;
  return asLanguage(await detector.getLocale(request));
}

/**
 * The language of an address that machines read: `?lng=` alone. What a reader of feeds gets must not depend on a cookie,
 * because a shared cache keeps one answer for all.
 */
export function languageOfAddress(request: Request): Language {
  return asLanguage(new URL(request.url).searchParams.get("lng"));
}

/** The i18next instance of a language. */
export function instanceOf(lng: Language): I18n {
  return instances[lng];
}

/** Texts on the server, with keys of any namespace: `translator(lng)("news:title")`. */
export function translator(lng: Language): TFunction<FlatNamespace[]> {
  return instances[lng].t as TFunction<FlatNamespace[]>;
}
