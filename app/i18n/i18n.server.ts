import { type AppLoadContext, createCookie } from "@remix-run/node";
import { createInstance, type FlatNamespace, type i18n as I18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import { languageOfQuery } from "~/domain/language-tag";
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
    if (folder === lng && name) resources[name] = withPhrases(brandTexts(texts, lng, brand), lng);
  }
  return resources;
}

function makeInstance(lng: Language): I18n {
  const instance = createInstance();
  const resources = resourcesOf(lng);
  // All resources are in memory, so init completes synchronously.
  void instance.use(initReactI18next).init({
    ...i18nOptions,
    lng,
    ns: Object.keys(resources),
    resources: { [lng]: resources },
    initImmediate: false,
  });
  return instance;
}

/** One instance per language, created at start: one per request would halve the throughput. */
const instances = Object.fromEntries(languages.map((lng) => [lng, makeInstance(lng)])) as Record<
  Language,
  I18n
>;

/** The visitor's choice. */
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
    // No Accept-Language: the specification's default is Japanese.
    order: ["searchParams", "cookie"],
  },
});

/**
 * Returns the language of a request: of a form's page, else `?lng=`, then the cookie, then Japanese
 * (docs/decisions/0003). It is read once and kept in the request's load context, so that the action, the loaders and
 * the document have the same.
 */
export async function languageOf(args: { request: Request; context: AppLoadContext }): Promise<Language> {
  const { request, context } = args;
  if (!isLanguage(context.language))
    context.language = languageOfQuery(request.url) ?? asLanguage(await detector.getLocale(request));
  return asLanguage(context.language);
}

/** Returns the language of `?lng=` alone: shared caches store one response of a feed for all clients. */
export const languageOfAddress = (request: Request): Language =>
  languageOfQuery(request.url) ?? defaultLanguage;

export const instanceOf = (lng: Language) => instances[lng];

/** For keys of any namespace: `translator(lng)("news:title")`. */
export const translator = (lng: Language) => instances[lng].t as TFunction<FlatNamespace[]>;
