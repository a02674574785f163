import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import headlines from "../../../brand/art/headlines/headlines.json";
import letters from "../../../brand/art/headlines/letters.json";

const languages = ["ja", "ko", "zh"] as const;
const app = new URL("../../../app/", import.meta.url);

function textAt(lng: string, namespace: string, key: string): string {
  const texts: unknown = JSON.parse(
    readFileSync(new URL(`i18n/locales/${lng}/${namespace}.json`, app), "utf8"),
  );
  const text = key.split(".").reduce((at, part) => (at as Record<string, unknown>)[part], texts);
  if (typeof text !== "string") throw new Error(`no text at ${lng}/${namespace}: ${key}`);
  return text;
}

/** The DAO's home has a font of its own. */
const fontOf = (lng: (typeof languages)[number], namespace: string) =>
  namespace === "dao" ? (`dao-${lng}` as const) : lng;

test.each(languages)("the face of the %s headlines has each of their letters: else make.py is due", (lng) => {
  const missing = Object.entries(headlines).flatMap(([namespace, keys]) =>
    keys.flatMap((key) =>
      [...textAt(lng, namespace, key)].filter(
        (letter) =>
          (letter.codePointAt(0) ?? 0) > 0x2e7f && !letters[fontOf(lng, namespace)].includes(letter),
      ),
    ),
  );
  expect(missing).toEqual([]);
});

test.each(languages)("the face of the %s headlines weighs at most 30 kB", (lng) => {
  const weight = (name: string) => statSync(new URL(`../brand/fonts/headline-${name}.woff2`, app)).size;
  expect(weight(lng)).toBeLessThan(30_000);
  expect(weight(`dao-${lng}`)).toBeLessThan(4_000);
});
