import type { LinkDescriptor } from "@remix-run/node";
import styles from "./app.css?url";

/** The display font of the brand, for Latin letters; a brand may have none. */
const fonts = import.meta.glob<string>("#brand/fonts/latin.woff2", {
  eager: true,
  query: "?url",
  import: "default",
});

/**
 * Links in the head of every page: the display font (preloaded, because the style sheet requests it late), styles,
 * icons.
 */
export const styleLinks: LinkDescriptor[] = [
  ...Object.values(fonts).map((href) => ({
    rel: "preload" as const,
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
];
