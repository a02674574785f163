import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourcePath } from "../source-files";

const siteStyle = (name: string) => readFileSync(sourcePath(`app/styles/${name}`), "utf8");
const ownStyle = (name: string) => readFileSync(sourcePath(`server/sandbox/desk/${name}`), "utf8");

/** Returns the folder of the brand: the build's copy beside the bundle, BRAND_DIR, or that of the sources. */
function brandFolder(): string {
  const built = fileURLToPath(new URL("./brand/", import.meta.url));
  return existsSync(built) ? built : (process.env["BRAND_DIR"] ?? sourcePath("brand"));
}

const brandFile = (name: string) => readFileSync(join(brandFolder(), name), "utf8");

/** Returns a font of the brand; undefined for any other name. */
export function font(name: string) {
  const folder = join(brandFolder(), "fonts");
  const isThere = existsSync(folder) && readdirSync(folder).includes(name);
  return isThere ? new Uint8Array(readFileSync(join(folder, name))) : undefined;
}

/** Reads the logo of the site's header. */
export const logo = () => brandFile("public/art/logo.svg");

/** Styles of controls and content in the order in which app/styles/app.css imports them. */
const sharedStyles = [
  "base.css",
  "buttons.css",
  "fields.css",
  "choices.css",
  "alerts.css",
  "tags.css",
  "tabs.css",
  "filter.css",
  "tables.css",
  "states.css",
  "cards.css",
  "dialog.css",
  "prose.css",
  "facts.css",
  "article.css",
];

/** Builds the desk's style sheet from the site's tokens, elements, controls and tables, and its own. */
export function deskStyle(): string {
  const shared = sharedStyles.map(siteStyle).join("\n");
  return [
    "@layer reset, shared;",
    siteStyle("measures.css"),
    brandFile("tokens.css"),
    brandFile("skies.css"),
    brandFile("tokens-night.css"),
    `@media (prefers-contrast: more) {\n${brandFile("tokens-contrast.css")}\n}`,
    "@layer reset { *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0 }",
    "table { border-collapse: collapse } button, input, select, textarea { font: inherit; color: inherit } }",
    `@layer shared {\n${shared}\n}`,
    ...["desk-frame.css", "desk-content.css"].map(ownStyle),
  ].join("\n");
}
