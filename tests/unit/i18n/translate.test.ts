/** The browser's translations (translate.ts) equal those of i18next, which renders the page on the server. */
import { createInstance } from "i18next";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { i18nOptions } from "~/i18n/options";
import { makeTranslate, type Texts } from "~/i18n/translate";

const folder = "app/i18n/locales";
const COUNTS = [0, 1, 2, 5, 11, 21, 1_234_567, 0.5];
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/**
 * A value as a visitor may type it. With "{{" or "$t(" in it only where the text has a single part to replace: i18next
 * itself mixes up the values of others.
 */
const odd = (name: string, parts: number) =>
  parts > 1 ? `$& $1 <b> ${name}` : `$& {{${name}}} {{name}} $t(common:home) $1 <b>`;

function keysOf(texts: Texts, prefix = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : keysOf(value, `${prefix}${key}.`),
  );
}

describe.each(languages)("%s", (lng) => {
  const resources = Object.fromEntries(
    readdirSync(join(folder, lng)).map((file) => [
      file.replace(/\.json$/, ""),
      JSON.parse(readFileSync(join(folder, lng, file), "utf8")) as Texts,
    ]),
  );
  const i18n = createInstance();
  void i18n.init({
    ...i18nOptions,
    lng,
    ns: Object.keys(resources),
    resources: { [lng]: resources },
    initImmediate: false,
  });
  const ofNamespace = makeTranslate(lng, (namespace) => resources[namespace]);
  const expected = (namespace: string, key: string, params?: object) =>
    i18n.getFixedT(lng, namespace as "common")(key as never, params as never);

  it.each(Object.keys(resources))("%s: every text, with values, for counts and without", (namespace) => {
    const t = ofNamespace(namespace);
    const keys = keysOf(resources[namespace] ?? {});
    expect(keys.length).toBeGreaterThan(0);
    for (const [key, text] of keys) {
      const names = [...text.matchAll(/\{\{(\w+)(, number)?/g)];
      const parts = names.length + text.split("$t(").length - 1;
      for (const count of COUNTS) {
        const params = {
          ...Object.fromEntries(
            names.map(([, name = "", isNumber]) => [name, isNumber ? count : odd(name, parts)]),
          ),
          count,
        };
        const asked = key.replace(PLURAL, "");
        expect(t(asked, params), key).toBe(expected(namespace, asked, params));
        expect(ofNamespace("common")(`${namespace}:${asked}`, params)).toBe(t(asked, params));
      }
      if (names.length === 0 && !PLURAL.test(key)) expect(t(key), key).toBe(expected(namespace, key));
    }
  });

  it.each(["missing", "common:missing.key", "errors:web.999", "home.more", "a sentence. Or two"])(
    "returns what i18next returns for a key without a text: %s",
    (key) => expect(ofNamespace("common")(key)).toBe(expected("common", key)),
  );

  it("returns the key of a group of texts, and of what only an object's prototype has", () => {
    expect(typeof resources["common"]?.["nav"]).toBe("object");
    for (const key of ["nav", "constructor", "nav.toString"]) expect(ofNamespace("common")(key)).toBe(key);
  });
});
