import type { LoaderFunctionArgs } from "@remix-run/node";
import { brand, themeColor } from "#brand/brand.json";
import { paths } from "~/domain/paths";
import { withoutMarks } from "~/i18n/break-marks";
import { languageOfAddress, translator } from "~/i18n/i18n.server";
import { languageTags } from "~/i18n/languages";

const icon = (file: string, size: number, more: object = {}) => ({
  src: `/icons/${file}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  ...more,
});

/**
 * Returns the web app manifest in the language of `?lng`. All languages share one `id`, and `start_url` names none,
 * so that starting the installed site keeps the reader's choice. Why `minimal-ui` first:
 * docs/decisions/0038-installed-site.md.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const lng = languageOfAddress(request);
  const t = translator(lng);
  const shortcut = (name: string, url: string) => ({ name: withoutMarks(name), url });
  const manifest = {
    id: "/",
    name: brand[lng],
    short_name: brand[lng],
    description: withoutMarks(t("home:description")),
    lang: languageTags[lng],
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    display_override: ["minimal-ui", "standalone"],
    background_color: themeColor,
    theme_color: themeColor,
    categories: ["games", "entertainment", "social"],
    icons: [icon("icon", 192), icon("icon", 512), icon("icon-maskable", 512, { purpose: "maskable" })],
    shortcuts: [
      shortcut(t("common:nav.news"), paths.news()),
      shortcut(t("common:nav.profile"), paths.myPage.profile),
      shortcut(t("common:nav.products"), paths.store.products()),
      shortcut(t("common:nav.dao"), paths.dao.root),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
