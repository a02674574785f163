import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourcePath } from "../source-files";

const siteStyle = (name: string) => readFileSync(sourcePath(`app/styles/${name}`), "utf8");

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

/**
 * Expands `@variant night { … }` to plain CSS with the site's `@custom-variant night`, as Tailwind does for the site.
 *
 * @throws Error when the definition has an unexpected format
 */
export function withoutVariants(css: string, definitions: string): string {
  const definition = /@custom-variant night \{([^]*?)\n\}/.exec(definitions)?.[1];
  if (!definition?.includes("@slot;")) throw new Error("@custom-variant night is not where it was");
  return css
    .replace(/@custom-variant night \{[^]*?\n\}/, "")
    .replace(/@variant night \{([^]*?)\n {2}\}/g, (_, body: string) => definition.replaceAll("@slot;", body));
}

/** Builds the desk's style sheet from the site's tokens, elements, controls and tables, and desk.css. */
export function deskStyle(): string {
  const measures = siteStyle("measures.css");
  const plain = (css: string) => withoutVariants(css, measures);
  const shared = ["base.css", "controls.css", "content.css"].map(siteStyle).join("\n");
  return [
    "@layer reset, shared;",
    plain(measures),
    brandFile("tokens.css"),
    plain(brandFile("tokens-night.css")),
    `@media (prefers-contrast: more) {\n${plain(brandFile("tokens-contrast.css"))}\n}`,
    "@layer reset { *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0 }",
    "table { border-collapse: collapse } button, input, select, textarea { font: inherit; color: inherit } }",
    `@layer shared {\n${shared}\n}`,
    readFileSync(sourcePath("server/sandbox/desk/desk.css"), "utf8"),
  ].join("\n");
}
