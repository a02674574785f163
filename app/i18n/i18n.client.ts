import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import textFiles from "virtual:text-files";
import { asLanguage, type Language } from "./languages";
import { i18nOptions } from "./options";

declare global {
  interface Window {
    /** Responses that bootstrap.js requested before the scripts loaded, by URL. */
    earlyTexts?: Record<string, Promise<Response>>;
  }
}

/** Timeout for the texts of the next page, in ms. */
const LATE_MS = 8_000;

/** Retries once on a network error. @throws TypeError without a response; Error if it is not the file */
async function textsIn(file: string): Promise<ResourceKey> {
  const response = await (window.earlyTexts?.[file] ?? fetch(file)).catch(() => fetch(file));
  if (!response.ok) throw new Error(`The response for ${file} has the status ${response.status}`);
  // Cloned, because a body can be read only once and the response stays in `earlyTexts`.
  return (await response.clone().json()) as ResourceKey;
}

/**
 * Loads the texts of a namespace. If that fails, i18next waits forever, so that the current page stays until
 * lost-scripts.ts has loaded the next one as a document.
 */
async function laterTexts(lng: string, namespace: string): Promise<ResourceKey> {
  const file = textFiles[lng]?.[namespace];
  if (file === undefined) throw new Error(`No texts for ${lng}/${namespace}`);
  // Tells lost-scripts.ts that the next page cannot be rendered.
  const lose = () => dispatchEvent(new CustomEvent("lost-texts", { detail: file }));
  const timer = setTimeout(lose, LATE_MS);
  try {
    return await textsIn(file);
  } catch {
    lose();
  } finally {
    clearTimeout(timer);
  }
  return new Promise<never>(() => {});
}

/** i18next backend that reads the text files of the build (text-files-plugin.ts). */
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(lng, namespace, done) {
    laterTexts(lng, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, undefined),
    );
  },
};

/** Returns i18next with the texts of these namespaces. It loads those of later pages when a component uses them. */
export async function makeClientI18n(lng: Language, texts: Record<string, ResourceKey>): Promise<I18n> {
  const i18n = createInstance();
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng,
      ns: Object.keys(texts),
      resources: { [lng]: texts },
      partialBundledLanguages: true,
    });
  // Development: applies edited texts (text-files-plugin.ts).
  import.meta.hot?.on("soria:texts", (changed: { lng: Language; namespace: string; texts: ResourceKey }) => {
    i18n.removeResourceBundle(changed.lng, changed.namespace);
    i18n.addResourceBundle(changed.lng, changed.namespace, changed.texts);
    i18n.emit("languageChanged", i18n.language);
  });
  return i18n;
}

/** Returns i18next with the texts of the current page (page-texts.tsx). */
export async function i18nOfPage(): Promise<I18n> {
  const files = JSON.parse(document.getElementById("texts")?.textContent || "{}") as Record<string, string>;
  const texts = Object.entries(files).map(async ([namespace, file]) => [namespace, await textsIn(file)]);
  const lng = asLanguage(document.documentElement.dataset["lng"]);
  return makeClientI18n(lng, Object.fromEntries(await Promise.all(texts)) as Record<string, ResourceKey>);
}
