/**
 * Whatever a visitor can send is read in linear time. Patterns are analysed by recheck; loops are counted by V8's block
 * coverage, with 5 kB and with 20 kB of hard input. Nothing here measures time.
 */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { check } from "recheck";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { csvLine } from "~/domain/csv";
import { markBriefBlocks } from "~/domain/brief-blocks";
import { readHistoryFilter } from "~/domain/history-filter";
import { withoutTags } from "~/domain/html-text";
import { readNewsQuery } from "~/domain/news-query";
import { textParts } from "~/domain/text-links";
import { themeOfCookies } from "~/domain/theme";
import { readFaqQuery } from "~/routes/support/faq/faq-query";
import { canonicalPath, patternOf } from "#server/http/canonical-path";
import { errorOf, reportOf, separateReports } from "#server/http/browser-reports";
import { refusalOf } from "#server/http/guard";
import { makeLog } from "#server/observe/log.server";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { chosenLanguage, languageOfHead, offeredLanguage } from "#server/protocol/language.server";
import { parseIpAddress } from "#server/runtime/client-address";
import { readGuestState } from "#server/session/guest-session-cookie.server";
import { deviceOf } from "#server/session/device";
import { cleanHtml } from "#server/api/sanitize-html.server";
import { projectFiles } from "../../kit/project/project-files";

/** Files with patterns that recheck calls vulnerable, and why no long text of a visitor reaches them. */
const exempt: Record<string, string> = {
  "app/i18n/phrases.server.ts": "reads the site's own texts, once at start",
  "app/inline-scripts.server.tsx": "reads the site's own scripts, once at start",
  "server/island/light.server.ts": "reads the kit's drawings, which are the site's own",
  "server/config/variables.ts": "reads the operator's variables, once at start",
  "app/domain/address-rules.ts": "reads 60 characters at most (MAX_TYPED)",
};

/** Returns each pattern of the site's sources, as `/source/flags`, with the files that contain it. */
function patterns(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const listed = projectFiles("app", "server");
  const files = listed.filter(
    (file) => /\.(?:tsx?|js)$/.test(file) && !/^server\/(?:sandbox|cli)\//.test(file),
  );
  for (const file of files) {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      // Deleted, but not committed yet.
      continue;
    }
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const inFiles = found.get(node.text) ?? new Set();
        found.set(node.text, inFiles.add(file));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

describe("patterns", () => {
  it("take linear time, wherever a visitor's text could reach them", async () => {
    const all = patterns();
    expect(all.size).toBeGreaterThan(150);
    const slow: string[] = [];
    for (const [pattern, inFiles] of all) {
      const where = [...inFiles].filter((file) => !(file in exempt));
      if (where.length > 0 && !(await isLinear(pattern))) slow.push(`${where.join(", ")}: ${pattern}`);
    }
    expect(slow).toEqual([]);
  }, 300_000);

  it.each([String.raw`/\s*;\s*q=/`, String.raw`/<[^>]*>/g`, String.raw`/\S+@\S+/g`])(
    "that are quadratic are noticed: %s",
    async (pattern) => expect(await isLinear(pattern)).toBe(false),
  );
});

/** @param pattern as in the source: `/source/flags` */
async function isLinear(pattern: string): Promise<boolean> {
  const end = pattern.lastIndexOf("/");
  const source = pattern.slice(1, end);
  // recheck reads no `v`; no pattern of the site uses its set operations.
  const flags = pattern.slice(end + 1).replace("v", "u");
  // An attack that was found is one on any machine: recheck counts its steps. A search that ran out of time is no
  // verdict. The analysis by automata is exact, where it is possible, so it has all the time it takes.
  const steps = { attackTimeout: null, incubationTimeout: null };
  if ((await check(source, flags, { timeout: 60_000, ...steps })).status !== "vulnerable") return true;
  return (await check(source, flags, { checker: "automaton", timeout: null })).status === "safe";
}

const paths = [
  ["news", ":id"],
  ["support", "inquiry"],
];
const query = (text: string) =>
  new URLSearchParams({ page: text, size: text, type: text, keyword: text, open: text });
const cookie = (text: string) =>
  new Request("http://localhost/", { headers: { Cookie: `soria-guest=${text}` } });

const readers: Record<string, (text: string) => unknown> = {
  "Accept-Language": (text) => offeredLanguage({ url: "/", headers: { "accept-language": text } }),
  "the language cookie": chosenLanguage,
  "?lng=": (text) => languageOfHead({ url: `/?lng=${text}`, headers: { cookie: text } }),
  "the theme cookie": themeOfCookies,
  "the session cookie": hasSessionCookie,
  "the guest cookie": (text) => readGuestState(cookie(text)),
  "User-Agent": deviceOf,
  "X-Forwarded-For": parseIpAddress,
  "a path": (text) => [canonicalPath(`/${text}`, paths), patternOf(`/news/${text}`, paths)],
  "a request's head": (text) =>
    refusalOf(
      { method: "POST", url: `/${text}`, headers: { host: "localhost", origin: text, "content-type": text } },
      { forwarded: true },
    ),
  "a browser's error": (text) =>
    errorOf({ kind: text, message: text, stack: text, page: `/${text}`, requestId: text }, paths),
  "a policy report": (text) => reportOf({ "csp-report": { "blocked-uri": text, "document-uri": text } }),
  "reports of a browser": (text) =>
    separateReports([{ type: "csp-violation", body: { blockedURL: text, documentURL: text } }]).map(reportOf),
  "the news query": (text) => readNewsQuery(query(text)),
  "the FAQ query": (text) => readFaqQuery(query(text)),
  "the history query": (text) =>
    readHistoryFilter(
      new URLSearchParams({ currencyType: text, from: text, to: text, page: text }),
      Date.UTC(2026, 0),
    ),
  "a CSV cell": (text) => csvLine([text]),
  "a post": (text) => [cleanHtml(text), markBriefBlocks(text), withoutTags(text)],
  "an answer of support": (text) => [textParts(text), textParts(`https://soria.test/${text}`)],
  "a log line": (text) => makeLog("info", { write: () => undefined } as never).info({ text }, text),
};

const runs: Record<string, string> = {
  spaces: " ",
  quotes: "\"'“",
  dots: ".",
  backslashes: "\\",
  "opening brackets": "<[({",
  "combining marks": "e\u0301\u0301",
  commas: ",",
  "language ranges": "a;q=0,",
  cookies: "; a=b",
  slashes: "/",
  percent: "%20",
  at: "a@",
  "open tags": "<li><b>",
  tokens: "eyJeyJ",
};

/** Counts the blocks of JavaScript that a call executes, in all scripts. */
async function stepsOf(session: Session, work: () => unknown): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  try {
    work();
  } catch (error) {
    // A refusal is a result too; an error of the engine (stack, memory) is not.
    if (error instanceof RangeError) throw error;
  }
  const { result } = await session.post("Profiler.takePreciseCoverage");
  let steps = 0;
  for (const { url, functions } of result) {
    if (url.startsWith("node:")) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

/** Four times the input: 4 when linear, 16 when quadratic. */
const MOST_GROWTH = 6;
/** Below this, constant parts hide the growth, and nothing is slow. */
const FEW_STEPS = 20_000;
const fill = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));

/** Returns the inputs on which a reader's steps grow faster than its input. */
async function grownOf(read: (text: string) => unknown, inputs = runs): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const grown: string[] = [];
  try {
    for (const [name, unit] of Object.entries(inputs)) {
      const short = fill(unit, 5_000);
      const long = fill(unit, 20_000);
      // The first call loads what the reader needs. Another text, so that no cache answers the second one.
      await stepsOf(session, () => read(fill(unit, 1_000)));
      const before = await stepsOf(session, () => read(short));
      const after = await stepsOf(session, () => read(long));
      if (after > FEW_STEPS && after > MOST_GROWTH * before)
        grown.push(`${name}: ${before} → ${after} blocks`);
    }
  } finally {
    await session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
  return grown;
}

describe("loops", () => {
  it("that are quadratic are noticed", async () => {
    const quadratic = (text: string) => {
      let found = 0;
      for (let at = 0; at < text.length; at += 1)
        for (let before = 0; before < at; before += 20) found += text[before] === "#" ? 1 : 0;
      return found;
    };
    expect(await grownOf(quadratic, { spaces: " " })).toEqual([expect.stringContaining("spaces")]);
  });

  it.each(Object.entries(readers))("grow with the input when reading %s", async (_name, read) => {
    expect(await grownOf(read)).toEqual([]);
  });
});
