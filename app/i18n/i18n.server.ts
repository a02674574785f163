import { createCookie } from "@remix-run/node";
import { createInstance, type FlatNamespace, type i18n as I18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import { languageOfQuery } from "~/domain/language-tag";
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
  keepTexts(instance);
  return instance;
}

/**
 * Keeps the texts that are requested by key alone: most of a page. i18next would parse the key, walk its resources and
 * check plurals and placeholders on each call.
 */
function keepTexts(instance: I18n): void {
  const keeping = (translate: TFunction): TFunction => {
    const texts = new Map<string, string>();
    const kept = (...args: [key: unknown, ...rest: unknown[]]): string => {
      const [key] = args;
      const alone = args.length === 1 && typeof key === "string" ? key : undefined;
      const known = alone === undefined ? undefined : texts.get(alone);
      if (known !== undefined) return known;
      const text = (translate as unknown as (...all: unknown[]) => string)(...args);
      if (alone !== undefined) texts.set(alone, text);
      return text;
    };
    return Object.assign(kept, translate) as unknown as TFunction;
  };
  const made = new Map<string, TFunction>();
  const getFixedT = instance.getFixedT.bind(instance) as (...args: unknown[]) => TFunction;
  instance.getFixedT = ((lng: unknown, ns: unknown, keyPrefix?: string) => {
    // An instance has only one language, and prefixed keys are not used.
    if (lng || keyPrefix) return getFixedT(lng, ns, keyPrefix);
    const name = String(ns);
    const t = made.get(name) ?? keeping(getFixedT(lng, ns));
    made.set(name, t);
    return t;
  }) as typeof instance.getFixedT;
  instance.t = keeping(instance.t);
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

/** For a form, the language of its page; else `?lng=`, then the cookie, then Japanese (docs/decisions/0003). */
export async function languageOf(request: Request): Promise<Language> {
  const said = saidLanguage(request);
  if (isLanguage(said)) return said;
  return languageOfQuery(request.url) ?? asLanguage(await detector.getLocale(request));
}

/** Returns the language of `?lng=` alone: shared caches store one response of a feed for all clients. */
export const languageOfAddress = (request: Request): Language =>
  languageOfQuery(request.url) ?? defaultLanguage;

export const instanceOf = (lng: Language) => instances[lng];

/** For keys of any namespace: `translator(lng)("news:title")`. */
export const translator = (lng: Language) => instances[lng].t as TFunction<FlatNamespace[]>;
