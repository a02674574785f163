import type { Context } from "hono";
import { html, raw } from "hono/html";
import { brand } from "../../runtime/brand";
import type { Switchboard } from "../switches";
import type { Settings } from "../switches/settings";
import type { Content } from "./parts";
import texts from "./texts.json";

export interface Page {
  /** Its tab, whose label is the default title. */
  current: keyof typeof texts.pages;
  title?: string;
  lead?: string;
  body: Content;
}

/** Renders what differs from the usual: playing scenarios, rules, and settings that are not at their defaults. */
function inForceBar(settings: Settings, { scenarios, faults, defaults }: Switchboard) {
  const playing = scenarios.list().filter(({ isPlaying }) => isPlaying);
  const rules = faults.entries().length;
  const changed = Object.entries(settings).filter(
    ([name, value]) => value !== defaults[name as keyof Settings],
  );
  if (playing.length + rules + changed.length === 0) return "";
  return html`<aside class="in-force" aria-label="${texts.inForce}">
    <div class="wrap">
      <strong>${texts.inForce}:</strong>
      ${playing.map(({ title, name }) => html`<a href="/desk/scenarios#${name}">${title}</a>`)}
      ${rules > 0 ? html`<a href="/desk/rules">${rules} rule${rules === 1 ? "" : "s"}</a>` : ""}
      ${
        changed.length > 0
          ? html`<a href="/desk/settings"
              >${changed.map(([name, value]) => `${name} ${String(value)}`).join(", ")}</a
            >`
          : ""
      }
    </div>
  </aside>`;
}

/** Responds with a page in the theme that the site's cookie chooses. `problem`: why a form was refused (status 400). */
export function deskPage(
  c: Context,
  settings: Settings,
  parts: Switchboard,
  { current, title = texts.pages[current], lead, body }: Page,
  problem?: string,
) {
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "same-origin");
  // The sign-in form redirects to the site, and Chromium applies form-action to redirects too.
  c.header(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self' ${settings.siteOrigin}; frame-ancestors 'none'; base-uri 'none'`,
  );
  const theme = /(?:^|;\s*)theme=(paper|night)\b/.exec(c.req.header("cookie") ?? "")?.[1];
  const done = texts.done[c.req.query("done") as keyof typeof texts.done] as string | undefined;
  const own = title === texts.title ? title : `${title} · ${texts.title}`;
  const document = html`<!doctype html>
    <html lang="en" ${theme ? raw(` data-theme="${theme}"`) : ""}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${own}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/desk/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">${texts.skip}</a>
        <header class="top" data-ground="night">
          <div class="wrap top__bar">
            <a class="top__home" href="/"
              ><img src="/desk/logo.svg" width="90" height="32" alt="${brand.brand.en}" /><span
                >${texts.title}</span
              ></a
            >
            <nav class="top__else" aria-label="${texts.elsewhere}">
              <a href="/mailbox">${texts.mailbox}</a><a href="${settings.siteOrigin}">${texts.site}</a>
            </nav>
          </div>
          <div class="wrap top__head">
            <h1>${title}</h1>
            ${lead ? html`<p>${lead}</p>` : ""}
          </div>
          <nav class="wrap tabs" aria-label="${texts.title}">
            ${Object.entries(texts.pages).map(
              ([name, label]) =>
                html`<a
                  href="${name === "members" ? "/" : `/desk/${name}`}"
                  ${name === current ? raw(' aria-current="page"') : ""}
                  >${label}</a
                >`,
            )}
          </nav>
        </header>
        ${inForceBar(settings, parts)}
        <main id="main" class="wrap sheet" tabindex="-1">
          ${done ? html`<p class="alert alert--ok" role="status">${done}</p>` : ""}
          ${problem ? html`<p class="alert" role="alert">${problem}</p>` : ""} ${body}
        </main>
      </body>
    </html>`;
  return c.html(document, problem === undefined ? 200 : 400);
}
