import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { asLanguage } from "./languages";
import { i18nOptions, sharedNamespaces } from "./options";

/** Each namespace of each language is a small file of its own, fetched when a page first needs it. */
const files = import.meta.glob<ResourceKey>("./locales/*/*.json", { import: "default" });

const backend: BackendModule = {
  type: "backend",
  init() {},
  read(lng, namespace, done) {
    const load = files[`./locales/${lng}/${namespace}.json`];
    if (!load) return done(new Error(`No texts for ${lng}/${namespace}`), false);
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, true),
    );
  },
};

interface ChangedTexts {
  lng: string;
  namespace: string;
  texts: ResourceKey;
}

/** The browser's instance, filled with the texts that the server put into the page. */
export async function makeClientInstance(): Promise<I18n> {
  const inlined = JSON.parse(document.getElementById("texts")?.textContent || "{}") as {
    [namespace: string]: ResourceKey;
  };
  const lng = asLanguage(document.documentElement.dataset.lng);
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .use(backend)
    .init({
      ...i18nOptions,
      lng,
      ns: [...sharedNamespaces],
      resources: { [lng]: inlined },
      partialBundledLanguages: true,
    });
  // Development: texts that have just been edited (server/cli/text-reload-plugin.ts).
  import.meta.hot?.on("soria:texts", ({ lng: changed, namespace, texts }: ChangedTexts) => {
    instance.addResourceBundle(changed, namespace, texts, true, true);
    void instance.changeLanguage(instance.language);
  });
  return instance;
}
