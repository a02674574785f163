/** Every error text says what to do next, in its language. Each exception has a reason. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { leadsToPurchases, nextSteps } from "~/domain/next-steps";
import { languages } from "~/i18n/languages";
import { flat, localeTexts } from "../../kit/project/reader-texts";

/** Words with which a sentence requests or offers something, or announces what the site will do. */
const steps = {
  ja: /ください|お試し|できます|お待ち|お知らせします|確かめます|すすみますか|進みますか|探せます|送りますか|までです|必要です|読み込みます/,
  en: /\b(please|try|check|enter|choose|contact|sign in|you can|we’ll|we announce|shall we|proceed|this page finds out|open|wait|look|use|ask|write|allow|remove|shorten|type|tick|place|add|pick|select|at most|at least|start|refresh|send)\b/i,
  ko: /세요|[할올]게요|드릴게요|필요해요|알려 드려요|있어요|돼요|까지예요|할까요|해야/,
  zh: /请|可以|可在|会|将|是否|不超过|最多|至少|需要/,
};

const exceptions: Record<string, string> = {
  "notFound.title": "title; notFound.text says what to do",
  "boundary.title": "title; the error's own text says what to do",
  "boundary.part": "title; the error's own text says what to do",
  "boundary.retry": "a button",
  "boundary.home": "a button",
  "web.001": "prescribed; account:signIn.lockHint and lockLeft stand beside it",
  "web.054": "title of an empty state, with its own text",
  "web.055": "title of an empty state, with its own text",
  "web.056": "title of an empty state, with its own text",
  "web.073": "title of an empty state, with its own text",
  "web.075": "title of an empty state, with its own text",
  "web.077": "prescribed; nothing can be done",
  "web.078": "prescribed; nothing can be done",
  "web.082": "tells what was done, not an error",
  "web.083": "tells what was done, not an error",
  "code.shortPoint": "store:errors.missingAmount follows and says the rest",
  "code.shortSoria": "store:errors.missingAmount follows and says the rest",
  "code.shortSoriaPlus": "store:errors.missingAmount follows and says the rest",
  "web.095": "title of an empty state, with its own text",
  "web.100": "tells what was done, not an error",
};

const textsOf = (lng: string) =>
  flat(JSON.parse(readFileSync(`app/i18n/locales/${lng}/errors.json`, "utf8")) as object, "");

it.each(languages)("every error text in %s says what to do next", (lng) => {
  const texts = new Map(textsOf(lng));
  const isStep = (key: string) => steps[lng].test(texts.get(key.replace(/^errors:/, "")) ?? "");
  const without = [...texts.keys()].filter(
    (key) => !(key in exceptions) && !isStep(key) && !nextSteps(`errors:${key}`, "/").some(isStep),
  );
  expect(without).toEqual([]);
});

/** Names of keys for what went wrong or is missing, in the other files. */
const ofError =
  /[.:](?:errors?|reasons|format|problem|offline|gone|changed|expired|unreadable|noCard|noPrice|(?:price|amount)Changed|priceWas|\w*[mM]issing|\w*[fF]ailed|\w*[iI]nvalid|\w*[rR]efused|\w*Forbidden|tooMany\w*|\w+TooLong|\w+TooLarge)(?:\.|$)/;
const notErrors: [keys: RegExp, reason: string][] = [
  [/^common:form\.error/, "stands in front of an error's text"],
  [/^dao:report\.reasons\.|^dao:vote\.way\.missing$/, "labels"],
  [/^dao:now\.failed$/, "the result of a vote"],
  [/^account:changed\.|^my-page:password\.changed$/, "tell what was done"],
  [/^store:complete\.status\.\w+\.title$/, "titles; each has its own text"],
];

it.each(languages)("every error of the other files in %s says what to do next", (lng) => {
  const texts = localeTexts(lng).filter(
    ([, key]) =>
      ofError.test(key) && !/^(?:errors|legal):/.test(key) && !notErrors.some(([keys]) => keys.test(key)),
  );
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.flatMap(([, key, text]) => (steps[lng].test(text) ? [] : [`${key}: ${text}`]))).toEqual([]);
});

it("lists only exceptions that exist and need to be one", () => {
  const all = localeTexts("en").map(([, key]) => key);
  for (const [keys] of notErrors)
    expect(all.filter((key) => keys.test(key) && ofError.test(key))).not.toEqual([]);
  const keys = new Map(textsOf("en"));
  for (const key of Object.keys(exceptions)) expect(keys.has(key), key).toBe(true);
});

describe("the sentences behind a message", () => {
  it.each([
    ["errors:http.403", "/dao", ["errors:next.403"]],
    ["errors:http.noResponse", "/dao", ["errors:next.wait"]],
    ["errors:http.noResponse", "/store/products/7", ["errors:next.wait", "errors:next.money"]],
    ["errors:http.unexpected", "/store", ["errors:next.money"]],
    ["errors:http.unexpected", "/storehouse", []],
    ["errors:area.payment", "/store/products/7/checkout", ["errors:next.money"]],
    ["errors:area.payment?count=2", "/store/products/7", ["errors:next.money"]],
    ["errors:invalidAccess", "/", ["errors:next.start"]],
    ["errors:http.404", "/store", []],
    ["constructor", "/store", []],
  ])("of %s on %s are %j", (key, pathname, keys) => {
    expect(nextSteps(key, pathname)).toEqual(keys);
  });

  it.each([
    ["store:errors.tooManyOpen", "/store/products/7", true],
    ["store:confirmOrder.tooMany", "/store/products/7/checkout/confirm", true],
    ["errors:ledger.unreadable", "/store/products/7", true],
    ["errors:next.money", "/store", true],
    // Other pages do not load the store's texts.
    ["errors:ledger.unreadable", "/my-page/terminate", false],
    ["store:errors.notCreated", "/store/products/7", false],
  ])("a link to My purchases follows %s on %s: %j", (key, pathname, isLinked) => {
    expect(leadsToPurchases(key, pathname)).toBe(isLinked);
  });

  it("are texts of every language", () => {
    for (const lng of languages) {
      const texts = new Map(textsOf(lng));
      for (const key of ["next.403", "next.wait", "next.start", "next.money"])
        expect(texts.has(key)).toBe(true);
    }
  });
});
