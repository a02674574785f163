/**
 * The fonts of the packaged Chromium: the same on every machine, with Latin, Japanese, Korean and Chinese letters.
 * Without letters of a language, Chromium searches all fonts for them at each layout, and lines break elsewhere.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagedFiles } from "../../tests/kit/browser/chromium";
import { unpackedRoot, unpackPackage } from "./private-packages";

/** Debian's package with one font for Japanese, Korean and Chinese (4 MB). */
export const fontPackage = "fonts-droid-fallback";
const folder = "usr/share/fonts-droid-fallback/truetype";
/** Of the machine, and unpacked. */
const places = [join("/", folder), join(unpackedRoot, folder)];

/** Fontconfig's settings: the Latin font that comes with the packaged Chromium, and the one of `fontPackage`. */
export const fontsFile = join(packagedFiles, "fonts.conf");

const generic = (family: string) => `  <alias binding="strong">
    <family>${family}</family>
    <prefer><family>Open Sans</family><family>Droid Sans Fallback</family></prefer>
  </alias>
`;

/** Writes `fontsFile`. A folder that is not there yet is none to fontconfig. */
export function writeFontSettings(): void {
  mkdirSync(dirname(fontsFile), { recursive: true });
  writeFileSync(
    fontsFile,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${[join(packagedFiles, "fonts"), ...places].map((place) => `  <dir>${place}</dir>\n`).join("")}${["sans-serif", "serif", "monospace", "system-ui"].map(generic).join("")}  <cachedir>${join(packagedFiles, "font-cache")}</cachedir>
</fontconfig>
`,
  );
}

export const hasFonts = (): boolean =>
  places.some((place) => existsSync(join(place, "DroidSansFallback.ttf")));

/** @returns whether the font is there */
export const bringFonts = (): boolean => hasFonts() || (unpackPackage(fontPackage, []) && hasFonts());
