import { CHALLENGE_SCRIPT, ELEMENT_SCRIPT } from "./frame-scripts";
import { TEXTS, type Locale } from "./texts";

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns JSON for a script element. Escapes "<", so that a text cannot close the element. */
const asJson = (value: unknown): string => JSON.stringify(value).replace(/</g, "\\u003c");

interface PageSetup {
  locale: Locale;
  /** Origin of the embedding page. The caller has validated it. */
  parent: string;
  nonce: string;
  now: number;
}

function page(setup: PageSetup, title: string, body: string, style: string, script: string): string {
  const lang = setup.locale === "zh" ? "zh-Hans" : setup.locale;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${style}</style>
<style id="rules"></style>
</head>
<body>
${body}
<script nonce="${setup.nonce}">${script}</script>
</body>
</html>
`;
}

/** Lines break between Japanese phrases and Korean words, as on the site. */
const BREAKS = `
:is(h1, p):lang(ja) { word-break: auto-phrase; overflow-wrap: anywhere; }
:is(h1, p):lang(ko) { word-break: keep-all; overflow-wrap: anywhere; }
`;

const ELEMENT_STYLE = `
:root { --primary: #0570de; --background: #fff; --text: #30313d; --text-soft: #6d6e78; --placeholder: #6d6e78;
  --danger: #b3261e; --radius: 5px; --unit: 4px; --size: 16px; --family: system-ui, sans-serif; }
* { box-sizing: border-box; }
html { background: transparent; }
body { margin: 0; padding: 6px; overflow: hidden; color: var(--text); font: 400 var(--size)/1.5 var(--family); }
#card { display: grid; grid-template-columns: minmax(min-content, 5fr) minmax(0, 7fr); gap: calc(var(--unit) * 4); }
.field { min-width: 0; }
.wide { grid-column: 1 / -1; }
.field:not(.wide) label { white-space: nowrap; }
@media (max-width: 265px) { #card { grid-template-columns: 1fr; } }
label { display: block; margin-bottom: var(--unit); font-weight: 600; }
input { width: 100%; min-height: 44px; padding: calc(var(--unit) * 2) calc(var(--unit) * 3); color: var(--text);
  background: var(--background); border: 1px solid #857b69; border-radius: var(--radius); font: inherit;
  font-variant-numeric: tabular-nums; }
input::placeholder { color: var(--placeholder); opacity: 1; }
input:focus { outline: 3px solid var(--primary); outline-offset: 2px; }
.invalid input { border-color: var(--danger); }
.error { margin: var(--unit) 0 0; color: var(--danger); font-size: .875em; }
.note { margin: 0; color: var(--text-soft); font-size: .8125em; }
${BREAKS}`;

/** Renders the card form of the payment element: three labelled fields and a note. */
export function elementPage(setup: PageSetup): string {
  const texts = TEXTS[setup.locale];
  const field = (name: string, label: string, hint: string, autocomplete: string, wide = "") => `
<div class="field${wide}">
  <label for="${name}">${escape(label)}</label>
  <input id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${escape(hint)}"
    spellcheck="false" aria-invalid="false" aria-required="true" aria-describedby="${name}-error">
  <p class="error" id="${name}-error" role="alert" hidden></p>
</div>`;
  const body = `<main id="card" aria-label="${escape(texts.frameTitle)}">
${field("number", texts.number, "1234 1234 1234 1234", "cc-number", " wide")}
${field("expiry", texts.expiry, texts.expiryHint, "cc-exp")}
${field("cvc", texts.cvc, "123", "cc-csc")}
<p class="note wide">${escape(texts.note)}</p>
</main>
<script type="application/json" id="setup">${asJson({
    parent: setup.parent,
    locale: setup.locale,
    now: setup.now,
    faults: texts.faults,
    connectionError: texts.errors.api_connection_error,
  })}</script>`;
  return page(setup, texts.frameTitle, body, ELEMENT_STYLE, ELEMENT_SCRIPT);
}

const CHALLENGE_STYLE = `
* { box-sizing: border-box; }
html { background: rgb(20 23 46 / .6); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  color: #14172e; font: 400 17px/1.6 system-ui, sans-serif; }
main { width: min(100%, 26rem); padding: 24px; background: #fff; border-radius: 14px; }
h1 { margin: 0 0 8px; font-size: 1.25rem; line-height: 1.4; }
h1:focus { outline: none; }
p { margin: 0 0 20px; }
.choices { display: grid; gap: 12px; }
button { min-height: 44px; padding: 8px 16px; border: 1px solid #14172e; border-radius: 10px; background: #fff;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
#complete { background: #14172e; color: #fff; }
button:focus-visible { outline: 3px solid #3a2f78; outline-offset: 3px; }
#trouble { margin: 16px 0 0; color: #b3261e; }
${BREAKS}`;

/** Renders the 3-D Secure page of a bank: complete or fail. */
export function challengePage(setup: PageSetup): string {
  const texts = TEXTS[setup.locale];
  const body = `<main aria-labelledby="title">
<h1 id="title" tabindex="-1">${escape(texts.challengeTitle)}</h1>
<p>${escape(texts.challengeText)}</p>
<div class="choices">
<button type="button" id="complete">${escape(texts.complete)}</button>
<button type="button" id="fail">${escape(texts.fail)}</button>
</div>
<p id="trouble" role="alert" hidden>${escape(texts.errors.api_connection_error ?? "")}</p>
</main>
<script type="application/json" id="setup">${asJson({ parent: setup.parent })}</script>`;
  return page(setup, texts.challengeTitle, body, CHALLENGE_STYLE, CHALLENGE_SCRIPT);
}
