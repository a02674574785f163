import { html, raw } from "hono/html";
import { brand } from "../../runtime/brand";
import type { SettingsChange } from "../switches/settings";
import texts from "./texts.json";

type Html = ReturnType<typeof html>;
export type PageName = keyof typeof texts.pages;

/** Data of every page of the desk, apart from its content. */
export interface Frame {
  siteOrigin: string;
  /** Theme from the site's cookie; undefined to follow the device. */
  theme: string | undefined;
  done: string | undefined;
  problem: string | undefined;
  /** Active scenarios, the number of active rules, and the settings that differ from the defaults. */
  inForce: { scenarios: { name: string; title: string }[]; rules: number; settings: SettingsChange };
}

const ADDRESSES: Record<PageName, string> = {
  members: "/",
  scenarios: "/desk/scenarios",
  rules: "/desk/rules",
  calls: "/desk/calls",
  settings: "/desk/settings",
};

function inForceBar({ scenarios, rules, settings }: Frame["inForce"]) {
  const changed = Object.entries(settings);
  if (scenarios.length + rules + changed.length === 0) return "";
  const count = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`;
  return html`<aside class="in-force" aria-label="${texts.inForce}">
    <div class="wrap">
      <strong>${texts.inForce}:</strong>
      ${scenarios.map(({ title, name }) => html`<a href="/desk/scenarios#${name}">${title}</a>`)}
      ${rules > 0 ? html`<a href="/desk/rules">${count(rules, "rule")}</a>` : ""}
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

/**
 * Renders a page of the desk.
 *
 * @param current the active navigation entry
 */
export function deskPage(
  frame: Frame,
  { current, title, lead, body }: { current: PageName; title: string; lead?: string; body: Html | Html[] },
) {
  const { done, problem, theme } = frame;
  const doneText = texts.done[done as keyof typeof texts.done] as string | undefined;
  const own = title === texts.title ? title : `${title} · ${texts.title}`;
  return html`<!doctype html>
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
              <a href="/mailbox">${texts.mailbox}</a><a href="${frame.siteOrigin}">${texts.site}</a>
            </nav>
          </div>
          <div class="wrap top__head">
            <h1>${title}</h1>
            ${lead ? html`<p>${lead}</p>` : ""}
          </div>
          <nav class="wrap tabs" aria-label="${texts.title}">
            ${Object.entries(ADDRESSES).map(
              ([name, address]) =>
                html`<a href="${address}" ${name === current ? raw(' aria-current="page"') : ""}
                  >${texts.pages[name as PageName]}</a
                >`,
            )}
          </nav>
        </header>
        ${inForceBar(frame.inForce)}
        <main id="main" class="wrap sheet" tabindex="-1">
          ${doneText ? html`<p class="alert alert--ok" role="status">${doneText}</p>` : ""}
          ${problem ? html`<p class="alert" role="alert">${problem}</p>` : ""} ${body}
        </main>
      </body>
    </html>`;
}
