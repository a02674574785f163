import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import textFiles from "virtual:text-files";
import { asLanguage } from "./languages";
import { i18nOptions } from "./options";

declare global {
  interface Window {
    /** Responses that bootstrap.js requested before the scripts loaded, by URL. */
    earlyTexts?: Record<string, Promise<Response>>;
  }
}

/** Timeout for the texts of the next page, in ms. */
const LATE_MS = 8_000;

/**
 * Loads the texts of one file; retries once on a network error.
 *
 * @throws TypeError if there is no response; Error if the response is not the file
 */
async function textsIn(file: string): Promise<ResourceKey> {
  const answer = await (window.earlyTexts?.[file] ?? fetch(file)).catch(() => fetch(file));
  if (!answer.ok) throw new Error(`${file} was answered with ${answer.status}`);
  // Cloned, because the response is read again when the user switches back to its language.
  return (await answer.clone().json()) as ResourceKey;
}

/** Loads the namespaces that a later page needs in addition to those of the first page. */
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(lng, namespace, done) {
    const file = textFiles[lng]?.[namespace];
    if (file === undefined) return done(new Error(`No texts for ${lng}/${namespace}`), false);
    // The next page cannot be rendered: lost-scripts.ts loads it as a document, and this page stays until then.
    const lose = () => dispatchEvent(new CustomEvent("lost-texts", { detail: file }));
    const timer = setTimeout(lose, LATE_MS);
    void textsIn(file)
      .then((texts) => done(null, texts), lose)
      .finally(() => clearTimeout(timer));
  },
};

interface ChangedTexts {
  lng: string;
  namespace: string;
  texts: ResourceKey;
}

/** Creates the browser's i18next instance with the texts of the current page (page-texts.tsx). */
export async function makeClientInstance(): Promise<I18n> {
  const files = JSON.parse(document.getElementById("texts")?.textContent || "{}") as Record<string, string>;
  const lng = asLanguage(document.documentElement.dataset.lng);
  const texts = Object.entries(files).map(
    async ([namespace, file]) => [namespace, await textsIn(file)] as const,
  );
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .use(backend)
    .init({
      ...i18nOptions,
      lng,
      ns: Object.keys(files),
      resources: { [lng]: Object.fromEntries(await Promise.all(texts)) },
      partialBundledLanguages: true,
    });
  // Development: applies edited texts (server/cli/text-reload-plugin.ts).
  import.meta.hot?.on("soria:texts", ({ lng: changed, namespace, texts }: ChangedTexts) => {
    instance.addResourceBundle(changed, namespace, texts, true, true);
    void instance.changeLanguage(instance.language);
  });
  return instance;
}
