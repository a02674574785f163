import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, StrictMode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { showAsSent } from "./components/document/as-sent";
import { checkFetch } from "./components/document/checked-fetch";
import { watchControls } from "./components/document/controls";
import { watchEarlyHands } from "./components/document/early-hands";
import { watchErrors } from "./components/document/error-report";
import { watchLostScripts } from "./components/document/lost-scripts";
import { APP_ID } from "./components/document/shell";
import { makeClientInstance } from "./i18n/i18n.client";

/** A cookie is written only when it changes: each writing shuts pages that are not stored out of the way back. */
function keep(pair: string, more = ""): void {
  if (!document.cookie.split("; ").includes(pair)) document.cookie = `${pair}; path=/; SameSite=Lax${more}`;
}

// Tells the server that scripts run here, so that it may stream parts of a page that a script puts in place.
// Without it a page is sent whole (entry.server.tsx). Kept for 30 days.
keep("scripts=1", "; max-age=2592000");

// A visit that begins here has had its start: home shows no splash in the middle of it (docs/decisions/0013).
keep("splash=seen");

watchErrors();
checkFetch();
watchLostScripts();
watchControls();

const root = document.getElementById(APP_ID) as HTMLElement;
const endOfEarlyHands = watchEarlyHands(root);
const i18n = await makeClientInstance();
const endOfSent = showAsSent(root);

/** React has taken the page over. */
function TakenOver({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    endOfSent();
  }, []);
  // After the effects of everything within, whose listeners are to hear of it.
  useEffect(() => {
    endOfEarlyHands();
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <TakenOver>
          <RemixBrowser />
        </TakenOver>
      </I18nextProvider>
    </StrictMode>,
  );
});
