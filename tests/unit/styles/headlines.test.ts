import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import headlines from "../../../art/headlines/headlines.json";
import letters from "../../../art/headlines/letters.json";

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

test.each(languages)("the face of the %s headlines has each of their letters: else make.py is due", (lng) => {
  const missing = Object.entries(headlines).flatMap(([namespace, keys]) =>
    keys.flatMap((key) =>
      [...textAt(lng, namespace, key)].filter(
        (letter) => (letter.codePointAt(0) ?? 0) > 0x2e7f && !letters[lng].includes(letter),
      ),
    ),
  );
  expect(missing).toEqual([]);
});

test.each(languages)("the face of the %s headlines weighs at most 30 kB", (lng) => {
  expect(statSync(new URL(`../brand/fonts/headline-${lng}.woff2`, app)).size).toBeLessThan(30_000);
});
