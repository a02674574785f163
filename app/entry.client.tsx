import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { sessionMayBeOld } from "./components/document/auth-channel";
import { checkFetch } from "./components/document/checked-fetch";
import { watchNetwork } from "./components/document/connection";
import { watchControls } from "./components/document/controls";
import { captureEarlyInput } from "./components/document/early-input";
import { reportToServer, watchErrors } from "./components/document/error-report";
import { guardHydration } from "./components/document/hydration-guard";
import type { PageModules } from "./components/document/deferred-scripts";
import { RequestIdContext } from "./components/document/server-contexts";
import { watchLostScripts } from "./components/document/lost-scripts";
import { APP_ID } from "./components/document/document-shell";
import { i18nOfPage } from "./i18n/i18n.client";

/** Writes a cookie only if it changes: each write evicts no-store pages from the back/forward cache. */
function keep(pair: string): void {
  if (!document.cookie.split("; ").includes(pair)) document.cookie = `${pair}; path=/; SameSite=Lax`;
}

// Marks the visit as started, so that the home page shows no splash later in it (docs/decisions/0013).
keep("splash=seen");

/** Returns undefined in development. */
function dataIn<Value>(id: string): Value | undefined {
  const json = document.getElementById(id)?.textContent;
  return json ? (JSON.parse(json) as Value) : undefined;
}

type RouteModules = typeof window.__remixRouteModules;

/** Replaces Remix's module script: loads the manifest, which sets `__remixManifest`, and the page's route modules. */
async function loadModules({ manifest, routes }: PageModules): Promise<void> {
  if (!/^\/assets\/[\w.-]+\.js$/.test(manifest)) throw new Error("The manifest is no file of the build");
  await import(/* @vite-ignore */ manifest);
  const modules = routes.map(async (id): Promise<[string, unknown]> => {
    const url = window.__remixManifest.routes[id]?.module ?? "";
    return [id, await import(/* @vite-ignore */ url)];
  });
  window.__remixRouteModules = Object.fromEntries(await Promise.all(modules)) as RouteModules;
}

/** The page works without scripts: if its files do not come, it stays as the server sent it. */
async function loaded<Value>(files: Promise<Value>): Promise<Value> {
  try {
    return await files;
  } catch {
    reportToServer("script", "The page's scripts did not come");
    return new Promise<never>(() => {});
  }
}

window.__remixContext = dataIn<typeof window.__remixContext>("remix-context") ?? window.__remixContext;
// Remix would call the constructor of `window` that an error of the page names, with the error's text (advisory of
// react-router 6; docs/dependencies.md). The server names none.
for (const error of Object.values(window.__remixContext.state.errors ?? {}))
  delete (error as { __subType?: string }).__subType;
watchErrors();
checkFetch();
watchNetwork();
watchLostScripts();
watchControls();

const root = document.getElementById(APP_ID) as HTMLElement;
const restoreEarlyInput = captureEarlyInput(root);
const pageModules = dataIn<PageModules>("remix-modules");
if (pageModules?.onIntent) sessionMayBeOld();
const [i18n] = await loaded(Promise.all([i18nOfPage(), pageModules && loadModules(pageModules)]));

/** Returns the request id that an error page shows. */
const printedId = () => document.querySelector(".lost__id code")?.textContent ?? undefined;

/** Restores early input after the effects of all children, so that their listeners receive the events. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(restoreEarlyInput, []);
  return children;
}

guardHydration(root, () => {
  hydrateRoot(
    root,
    <StrictMode>
      <RequestIdContext.Provider value={printedId}>
        <I18nextProvider i18n={i18n}>
          <Hydrated>
            <RemixBrowser />
          </Hydrated>
        </I18nextProvider>
      </RequestIdContext.Provider>
    </StrictMode>,
    { onRecoverableError },
  );
});

/** React has rendered the page, or a streamed part, on the client: nothing is lost, so the server logs it. */
function onRecoverableError(error: unknown): void {
  if (import.meta.env.DEV) reportError(error);
  reportToServer("hydration", error);
}
