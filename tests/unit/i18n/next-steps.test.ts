/** Every error text says what to do next, in its own language; exceptions have a reason. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { languages } from "~/i18n/languages";

/** Words by which a sentence asks for something, offers something, or says what the site will do. */
const steps = {
  ja: /ください|お試し|できます|お待ち|お知らせします|確かめます|すすみますか|進みますか|探せます|送りますか/,
  en: /\b(please|try|check|enter|choose|contact|sign in|you can|we’ll|we announce|shall we|proceed|this page finds out|open|wait|look|use|ask|write|allow|remove|shorten|type|add|pick|select|at most|at least|start|refresh|send)\b/i,
  ko: /세요|할게요|드릴게요|알려 드려요|있어요|돼요|까지예요|할까요|해야/,
  zh: /请|可以|可在|会|将|是否|不超过|最多|至少/,
};

const exceptions: Record<string, string> = {
  "http.403": "prescribed sentence",
  invalidAccess: "prescribed sentence, shown on the home page",
  "notFound.title": "title; notFound.text says what to do",
  "boundary.title": "title; the error's own text says what to do",
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
  "web.095": "title of an empty state, with its own text",
  "web.100": "tells what was done, not an error",
};

function flat(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === "string" ? [[prefix + key, inner]] : flat(inner as object, `${prefix}${key}.`),
  );
}
const textsOf = (lng: string) =>
  flat(JSON.parse(readFileSync(`app/i18n/locales/${lng}/errors.json`, "utf8")) as object);

it.each(languages)("every error text in %s says what to do next", (lng) => {
  const without = textsOf(lng).filter(([key, text]) => !(key in exceptions) && !steps[lng].test(text));
  expect(without).toEqual([]);
});

it("lists only exceptions that exist and need to be one", () => {
  const keys = new Map(textsOf("en"));
  for (const key of Object.keys(exceptions)) expect(keys.has(key), key).toBe(true);
});
