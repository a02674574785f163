import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { watchConnection } from "./components/document/connection";
import { makeClientInstance } from "./i18n/i18n.client";

// Tells the server that scripts run here, so that it may stream parts of a page that a script puts in place.
// Without it a page is sent whole (entry.server.tsx). Kept for 30 days.
document.cookie = "scripts=1; path=/; SameSite=Lax; max-age=2592000";

// A visit that begins here has had its start: home shows no splash in the middle of it (docs/decisions/0013).
document.cookie = "splash=seen; path=/; SameSite=Lax";

watchConnection();

const i18n = await makeClientInstance();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <RemixBrowser />
      </I18nextProvider>
    </StrictMode>,
  );
});
