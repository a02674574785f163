import { readFileSync } from "node:fs";
import { sourcePath } from "../source-files";

const siteStyle = (name: string) => readFileSync(sourcePath(`app/styles/${name}`), "utf8");

export const headingFont = () => readFileSync(sourcePath("app/styles/fonts/sora-latin.woff2"));

export const logo = () => readFileSync(sourcePath("public/art/logo.svg"));

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
  const night = siteStyle("tokens-night.css");
  const contrast = withoutVariants(siteStyle("tokens-contrast.css"), night);
  const shared = ["base.css", "controls.css", "content.css"].map(siteStyle).join("\n");
  return [
    "@layer reset, shared;",
    siteStyle("tokens.css"),
    withoutVariants(night, night),
    `@media (prefers-contrast: more) {\n${contrast}\n}`,
    "@layer reset { *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0 }",
    "table { border-collapse: collapse } button, input, select, textarea { font: inherit; color: inherit } }",
    `@layer shared {\n${shared}\n}`,
    readFileSync(sourcePath("server/sandbox/desk/desk.css"), "utf8"),
  ].join("\n");
}
