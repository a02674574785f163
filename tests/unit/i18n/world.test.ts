/** The names in docs/world.md match the language files, and content quotes only existing labels. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import brand from "#brand/brand.json";
import { brandText } from "~/domain/brand-text";
import { languages } from "~/i18n/languages";
import { loadContent, withLabels } from "#server/sandbox/content";
import { flat, localeTexts } from "../../kit/project/reader-texts";

const page = readFileSync("docs/world.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| --"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

function textOf(lng: string, key: string): string {
  const [namespace = "", path = ""] = key.split(":");
  const file = readFileSync(`app/i18n/locales/${lng}/${namespace}.json`, "utf8");
  let node: unknown = JSON.parse(brandText(file, lng, brand));
  for (const part of path.split(".")) node = (node as Record<string, unknown>)[part];
  return String(node);
}

describe("docs/world.md", () => {
  const people = rows.filter(([who = ""]) => /^(akari|toma|ren|mei|nagi|hinata|yuki|sol)$/.test(who));

  it("names the eight people as the introduction does", () => {
    expect(people).toHaveLength(8);
    for (const [who = "", ...names] of people)
      languages.forEach((lng, i) => {
        expect(textOf(lng, `introduction:people.${who}.name`), `${lng} ${who}`).toBe(
          names[i]?.replace(/ \(.*\)$/, ""),
        );
      });
  });

  it("names places as the keys in its last column do", () => {
    const keyed = rows.filter((cells) => /^`[\w-]+:[\w.]+`$/.test(cells.at(-1) ?? "") && cells.length === 6);
    expect(keyed.length).toBeGreaterThanOrEqual(3);
    for (const [what = "", ...cells] of keyed) {
      const key = cells.at(-1)?.replaceAll("`", "") ?? "";
      if (!key.endsWith(".title")) continue;
      languages.forEach((lng, i) => {
        expect(textOf(lng, key), `${lng} ${what}`).toBe(cells[i]);
      });
    }
  });

  it("lists keys that exist", () => {
    for (const [, key = ""] of page.matchAll(/`([a-z-]+:[\w.]+)`/g))
      if (!key.endsWith(".")) expect(textOf("ja", key), key).not.toBe("undefined");
  });
});

const quotes = { ja: /「([^」]+)」/g, en: /“([^”]+)”/g, ko: /‘([^’]+)’/g, zh: /“([^”]+)”/g };
/** The texts of the content in a language, as they are written: with `[[namespace:key]]` for a label. */
const contentTextsOf = (lng: string): string[] =>
  ["news", "faq", "dao", "products"]
    .flatMap((name) =>
      flat(JSON.parse(readFileSync(`server/sandbox/content/${name}.json`, "utf8")) as object, ""),
    )
    .filter(([key]) => key.endsWith(`.${lng}`))
    .map(([, text]) => text);

describe("labels in content", () => {
  it("are the site's, in the language of the text", () => {
    const text = { ja: "[[common:nav.faq]]", en: "see [[common:nav.faq]]", ko: "", zh: "" };
    expect(withLabels([{ text }])).toEqual([
      {
        text: {
          ja: textOf("ja", "common:nav.faq"),
          en: `see ${textOf("en", "common:nav.faq")}`,
          ko: "",
          zh: "",
        },
      },
    ]);
  });

  it("stop the sandbox where the site has no such text", () => {
    const text = { ja: "[[common:nav.nowhere]]", en: "", ko: "", zh: "" };
    expect(() => withLabels({ text })).toThrow("common:nav.nowhere");
  });

  it.each(languages)("are quoted by their keys in %s", (lng) => {
    const texts = contentTextsOf(lng);
    expect(texts.length).toBeGreaterThan(150);
    const labels = new Map(
      localeTexts(lng).flatMap(([, key, text]) => {
        // An error is often quoted by its first sentence.
        const [first = ""] = /^[^。.]+[。.]?/.exec(text) ?? [];
        return key.startsWith("errors:")
          ? [
              [text, key],
              [first, key],
              [first.slice(0, -1), key],
            ]
          : [[text, key]];
      }) as [string, string][],
    );
    const faults = texts.flatMap((text) =>
      [...text.matchAll(quotes[lng])].flatMap(([, quoted = ""]) => labels.get(quoted) ?? []),
    );
    // Names of places are names, not labels.
    expect(faults.filter((key) => !key.startsWith("home:gallery."))).toEqual([]);
  });

  it.each(languages)("name the member's screens by their keys in %s", (lng) => {
    const names = ["myPage", "history", "requests"].map((key) => textOf(lng, `common:nav.${key}`));
    const written = contentTextsOf(lng).filter((text) => names.some((name) => text.includes(name)));
    expect(written).toEqual([]);
  });

  /**
   * Links whose words are a sentence's own: verbs, what is found there, or a name that is the same in every language.
   * A link that stands for a screen quotes its label.
   */
  const ownWords = new Set([
    ...["お問い合わせ", "お知らせ", "新しいパスワード", "DAO"],
    ...["tell us", "write to us", "new password", "Signing up"],
    ...["문의", "알려", "새 비밀번호"],
    ...["告诉我们", "新密码"],
  ]);

  it.each(languages)("stand in links to the site's screens in %s", (lng) => {
    const links = contentTextsOf(lng).flatMap((text) => [
      ...text.matchAll(/<a href=\\?"(\/[^"]*)\\?">([^<]*)<\/a>/g),
    ]);
    expect(links.length).toBeGreaterThan(30);
    const written = links.flatMap(([, , words = ""]) =>
      words.includes("[[") || ownWords.has(words) ? [] : [words],
    );
    expect(written).toEqual([]);
  });

  it("have in Korean the particle that their last sound asks for", () => {
    const particle = /\[\[([^\]]+)\]\](?:’|<\/a>)*(이라고|라고|을|를|이|가|은|는|과|와|으로|로)(?=[\s,.<])/g;
    const afterConsonant = ["이라고", "을", "이", "은", "과", "으로"];
    const found = contentTextsOf("ko").flatMap((text) => [...text.matchAll(particle)]);
    expect(found.length).toBeGreaterThan(10);
    const wrong = found.filter(([, key = "", after = ""]) => {
      const last = /([가-힣])[.!?]?$/.exec(textOf("ko", key))?.[1]?.codePointAt(0) ?? 0xac00;
      const final = (last - 0xac00) % 28;
      // 로 also follows ㄹ, the eighth final consonant.
      const isConsonant = final > 0 && !(final === 8 && after.endsWith("로"));
      return isConsonant !== afterConsonant.includes(after);
    });
    expect(wrong.map(([words]) => words)).toEqual([]);
  });

  it("are all put in", () => {
    expect(JSON.stringify(loadContent())).not.toMatch(/\[\[|\]\]/);
  });
});
