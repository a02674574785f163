import { createCookie } from "@remix-run/node";
import { createInstance, type FlatNamespace, type i18n as I18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
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
  lookUpPlainTexts(instance, resources);
  return instance;
}

/**
 * Adds a fast path for texts without placeholders, requested by key alone: most of a page. i18next would parse
 * the key, walk its resources and check plurals and placeholders on each call.
 */
function lookUpPlainTexts(instance: I18n, resources: Record<string, Record<string, unknown>>): void {
  const plain = new Map<string, string>();
  const collect = (texts: Record<string, unknown>, path: string) => {
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text === "object" && text) collect(text as Record<string, unknown>, `${path}${key}.`);
      else if (typeof text === "string" && !/\{\{|\$t\(/.test(text)) plain.set(`${path}${key}`, text);
    }
  };
  for (const [namespace, texts] of Object.entries(resources)) collect(texts, `${namespace}:`);

  const quick = (full: TFunction, prefix: string): TFunction => {
    const quickly = (...args: [key: unknown, ...rest: unknown[]]): string => {
      const [key] = args;
      const text =
        args.length === 1 && typeof key === "string"
          ? plain.get(key.includes(":") ? key : prefix + key)
          : undefined;
      return text ?? (full as unknown as (...all: unknown[]) => string)(...args);
    };
    return Object.assign(quickly, full) as unknown as TFunction;
  };
  const made = new Map<string, TFunction>();
  const getFixedT = instance.getFixedT.bind(instance) as (...args: unknown[]) => TFunction;
  instance.getFixedT = ((lng: unknown, ns: unknown, keyPrefix?: string) => {
    const [namespace] = [ns ?? i18nOptions.defaultNS].flat();
    // An instance has only one language, and prefixed keys are not used.
    if (lng || keyPrefix || typeof namespace !== "string") return getFixedT(lng, ns, keyPrefix);
    const name = String(ns);
    const t = made.get(name) ?? quick(getFixedT(lng, ns), `${namespace}:`);
    made.set(name, t);
    return t;
  }) as typeof instance.getFixedT;
  instance.t = quick(instance.t, `${i18nOptions.defaultNS}:`);
}

/** One instance per language, created at start: one per request would halve the throughput. */
const instances = Object.fromEntries(languages.map((lng) => [lng, makeInstance(lng)])) as Record<
  Language,
  I18n
>;

/** Cookie with the visitor's choice. Expires after one year; not readable by scripts. */
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
  return isLanguage(said) ? said : asLanguage(await detector.getLocale(request));
}

/** Returns the language of `?lng=` alone: shared caches store one response of a feed for all clients. */
export const languageOfAddress = (request: Request) =>
  asLanguage(new URL(request.url).searchParams.get("lng"));

export const instanceOf = (lng: Language) => instances[lng];

/** Returns the translation function of a language, for keys of any namespace: `translator(lng)("news:title")`. */
export const translator = (lng: Language) => instances[lng].t as TFunction<FlatNamespace[]>;
