import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import textFiles from "virtual:text-files";
import { asLanguage } from "./languages";
import { i18nOptions } from "./options";

declare global {
  interface Window {
    /** Asked for before the scripts have come (late-scripts-starter.js), by address. */
    earlyTexts?: Record<string, Promise<Response>>;
  }
}

/** Then nobody waits for them any more. */
const LATE_MS = 8_000;

/**
 * The texts of one file, asked for once more when no answer has come.
 *
 * @throws TypeError without an answer; Error for one that is not the file
 */
async function textsIn(file: string): Promise<ResourceKey> {
  const answer = await (window.earlyTexts?.[file] ?? fetch(file)).catch(() => fetch(file));
  if (!answer.ok) throw new Error(`${file} was answered with ${answer.status}`);
  // An early answer may be read again, when somebody comes back to its language.
  return (await answer.clone().json()) as ResourceKey;
}

/** What a page needs beside what the first one has brought. */
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(lng, namespace, done) {
    const file = textFiles[lng]?.[namespace];
    if (file === undefined) return done(new Error(`No texts for ${lng}/${namespace}`), false);
    // The page that was asked for cannot be shown: it is loaded as a document (lost-scripts.ts), and this one stays.
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

/** The browser's instance, with the texts that the page is written in (page-texts.tsx). */
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
  // Development: texts that have just been edited (server/cli/text-reload-plugin.ts).
  import.meta.hot?.on("soria:texts", ({ lng: changed, namespace, texts }: ChangedTexts) => {
    instance.addResourceBundle(changed, namespace, texts, true, true);
    void instance.changeLanguage(instance.language);
  });
  return instance;
}
