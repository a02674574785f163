import type { LinkDescriptor } from "@remix-run/node";
import styles from "./app.css?url";
import sora from "./fonts/sora-latin.woff2?url";

/**
 * Links in the head of every page: the display font (preloaded, because the style sheet requests it late), styles,
 * icons.
 */
export const styleLinks: LinkDescriptor[] = [
  { rel: "preload", href: sora, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
];
