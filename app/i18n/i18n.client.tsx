import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import textFiles from "virtual:text-files";
import { asLanguage, type Language } from "./languages";
import { i18nOptions } from "./options";
import { makeTranslate, type Texts, type Translate } from "./translate";

declare global {
  interface Window {
    /** Responses that bootstrap.js requested before the scripts loaded, by URL. */
    earlyTexts?: Record<string, Promise<Response>>;
  }
}

/** Timeout for the texts of the next page, in ms. */
const LATE_MS = 8_000;

/** Retries once on a network error. @throws TypeError without a response; Error if it is not the file */
async function textsIn(file: string): Promise<Texts> {
  const answer = await (window.earlyTexts?.[file] ?? fetch(file)).catch(() => fetch(file));
  if (!answer.ok) throw new Error(`${file} was answered with ${answer.status}`);
  // Cloned, because a body can be read only once and the response stays in `earlyTexts`.
  return (await answer.clone().json()) as Texts;
}

/**
 * Loads the texts of a namespace that a later page needs. If that fails, the promise stays pending, so that the current
 * page stays until lost-scripts.ts has loaded the next one as a document.
 */
async function laterTexts(lng: Language, namespace: string): Promise<Texts> {
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

/** Has the members of i18next's instance that components and remix-i18next use. */
export class ClientI18n {
  language: Language;
  /** Called for another language, and for edited texts in development. */
  onChange = () => {};
  readonly #texts: Partial<Record<Language, Map<string, Texts>>> = {};
  readonly #loading = new Map<string, Promise<unknown>>();
  /** By namespace; the same objects until translations change. */
  readonly #translations = new Map<string, { t: Translate; i18n: ClientI18n }>();
  #translate: (namespace: string) => Translate;

  constructor(lng: Language, texts: Iterable<[namespace: string, Texts]>) {
    this.language = lng;
    this.#texts[lng] = new Map(texts);
    this.#translate = this.#translateIn(lng);
  }

  #translateIn(lng: Language) {
    return makeTranslate(lng, (namespace) => this.#texts[lng]?.get(namespace));
  }

  put(lng: Language, namespace: string, texts: Texts): void {
    (this.#texts[lng] ??= new Map()).set(namespace, texts);
  }

  /** Returns undefined if the texts of these namespaces are loaded; otherwise resolves when they are. */
  load(namespaces: Iterable<string>, lng = this.language): Promise<unknown> | undefined {
    const missing = [...namespaces].filter((namespace) => !this.#texts[lng]?.has(namespace));
    if (missing.length === 0) return undefined;
    const loads = missing.map((namespace) => {
      const key = `${lng}/${namespace}`;
      const load =
        this.#loading.get(key) ?? laterTexts(lng, namespace).then((texts) => this.put(lng, namespace, texts));
      this.#loading.set(key, load);
      return load;
    });
    return Promise.all(loads);
  }

  translation(namespace: string): { t: Translate; i18n: ClientI18n } {
    const translation = this.#translations.get(namespace) ?? { t: this.#translate(namespace), i18n: this };
    this.#translations.set(namespace, translation);
    return translation;
  }

  async changeLanguage(lng: string): Promise<void> {
    const next = asLanguage(lng);
    await this.load(this.#texts[this.language]?.keys() ?? [], next);
    this.language = next;
    this.#translate = this.#translateIn(next);
    this.refresh();
  }

  refresh(): void {
    this.#translations.clear();
    this.onChange();
  }
}

const I18nContext = createContext<{ i18n: ClientI18n } | undefined>(undefined);

export function I18nProvider({ i18n, children }: { i18n: ClientI18n; children: ReactNode }) {
  const [value, setValue] = useState({ i18n });
  useLayoutEffect(() => {
    i18n.onChange = () => setValue({ i18n });
  }, [i18n]);
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>;
}

/** Replaces react-i18next's hook in browser builds (vite.config.ts). Suspends until the texts are loaded. */
export function useTranslation(namespaces: string | readonly string[] = i18nOptions.defaultNS) {
  const i18n = useContext(I18nContext)?.i18n;
  if (!i18n) throw new Error("useTranslation needs an I18nProvider");
  const names = [namespaces].flat();
  const loading = i18n.load(names);
  // React's protocol for Suspense: a component that waits throws its promise.
  if (loading) throw loading;
  return i18n.translation(names[0] ?? i18nOptions.defaultNS);
}

/** Loads the texts of the current page (page-texts.tsx). */
export async function makeClientI18n(): Promise<ClientI18n> {
  const files = JSON.parse(document.getElementById("texts")?.textContent || "{}") as Record<string, string>;
  const texts = Object.entries(files).map(async ([namespace, file]): Promise<[string, Texts]> => [
    namespace,
    await textsIn(file),
  ]);
  const i18n = new ClientI18n(asLanguage(document.documentElement.dataset["lng"]), await Promise.all(texts));
  // Development: applies edited texts (vite.config.ts).
  import.meta.hot?.on("soria:texts", (changed: { lng: Language; namespace: string; texts: Texts }) => {
    i18n.put(changed.lng, changed.namespace, changed.texts);
    i18n.refresh();
  });
  return i18n;
}
