import { readFileSync } from "node:fs";
import { sourcePath } from "../source-files";
import { TEXTS, type Locale } from "./texts";

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns JSON for a script element. Escapes "<", so that a text cannot close the element. */
export const asJson = (value: unknown): string => JSON.stringify(value).replace(/</g, "\\u003c");

export const browserFile = (name: string) =>
  readFileSync(sourcePath(`server/sandbox/stripe/browser/${name}`), "utf8");

interface PageSetup {
  locale: Locale;
  /** Origin of the embedding page. The caller has validated it. */
  parent: string;
  nonce: string;
  now: number;
}

function page(setup: PageSetup, title: string, body: string, name: string): string {
  const lang = setup.locale === "zh" ? "zh-Hans" : setup.locale;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${browserFile(`${name}.css`)}</style>
<style id="rules"></style>
</head>
<body>
${body}
<script nonce="${setup.nonce}">${browserFile(`${name}.js`)}</script>
</body>
</html>
`;
}

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
  return page(setup, texts.frameTitle, body, "element");
}

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
<p id="trouble" role="alert" hidden>${escape(texts.errors.api_connection_error)}</p>
</main>
<script type="application/json" id="setup">${asJson({ parent: setup.parent })}</script>`;
  return page(setup, texts.challengeTitle, body, "challenge");
}
