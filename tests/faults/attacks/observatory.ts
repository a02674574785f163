import type { SiteResponse } from "./client";

/**
 * Reimplements the rules of the MDN HTTP Observatory (@mdn/mdn-http-observatory 1.4.8, algorithm 4), with the same
 * results as its own functions for the same responses. The package itself cannot be a dependency: its install script
 * downloads two lists and fails `npm ci` without network access, it adds 230 packages (including a database driver),
 * and it only scans public hosts with trusted https.
 */
export interface Grade {
  score: number;
  grade: string;
  /** Points that each rule adds or deducts, by the Observatory's names. */
  results: Record<string, number>;
}

const grades: [number, string][] = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
  [0, "F"],
];

const broad = ["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"];

/**
 * Grades a response.
 * @param response from a site with https, whose http port only redirects
 */
export function gradeOf(response: SiteResponse): Grade {
  const results: Record<string, number> = {};
  for (const rule of [
    policy,
    cookies,
    sharing,
    referrer,
    transport,
    integrity,
    sniffing,
    framing,
    resource,
  ]) {
    const [name, modifier] = rule(response);
    results[name] = modifier;
  }
  const modifiers = Object.values(results);
  const uncurved = 100 + modifiers.filter((modifier) => modifier < 0).reduce((sum, one) => sum + one, 0);
  // Extra credit counts only from an A.
  const score = Math.max(0, uncurved >= 90 ? 100 + modifiers.reduce((sum, one) => sum + one, 0) : uncurved);
  return { score, results, grade: grades.find(([least]) => score >= least)?.[1] ?? "F" };
}

type Rule = (response: SiteResponse) => [name: string, modifier: number];

const policy: Rule = ({ headers }) => {
  const directives = directivesOf(String(headers["content-security-policy"] ?? ""));
  if (directives.size === 0) return ["csp-not-implemented", -25];
  const fallback = directives.get("default-src") ?? ["*"];
  const clean = (sources: string[]) =>
    sources.some((source) => /^'(?:nonce|sha\d+)-/.test(source))
      ? sources.filter((source) => source !== "'unsafe-inline'")
      : sources;
  let script = clean(directives.get("script-src") ?? fallback);
  const style = clean(directives.get("style-src") ?? fallback);
  if (script.includes("'strict-dynamic'")) {
    if (!script.some((source) => /^'(?:nonce|sha\d+)-/.test(source))) return ["csp-header-invalid", -25];
    script = script.filter(
      (source) => source !== "'self'" && !broad.some((start) => source.startsWith(start)),
    );
  }
  const unsafe = (sources: string[]) =>
    sources.some((source) => broad.includes(source) || source === "'unsafe-inline'" || source === "data:");
  const object = directives.get("object-src") ?? fallback;
  if (unsafe(script) || object.some((source) => broad.includes(source))) {
    return ["csp-implemented-with-unsafe-inline", -20];
  }
  const insecure = (sources: string[]) => sources.some((source) => /^(?:http|ftp):/.test(source));
  const passive = ["img-src", "media-src"];
  const active = [...directives].filter(([name]) => !passive.includes(name) && name !== "script-src");
  if (insecure([...active.flatMap(([, sources]) => sources), ...script])) {
    return ["csp-implemented-with-insecure-scheme", -20];
  }
  if ([...script, ...style].includes("'unsafe-eval'")) return ["csp-implemented-with-unsafe-eval", -10];
  if (insecure(passive.flatMap((name) => directives.get(name) ?? fallback))) {
    return ["csp-implemented-with-insecure-scheme-in-passive-content-only", -10];
  }
  if (unsafe(style)) return ["csp-implemented-with-unsafe-inline-in-style-src-only", 0];
  return fallback.join() === "'none'"
    ? ["csp-implemented-with-no-unsafe-default-src-none", 10]
    : ["csp-implemented-with-no-unsafe", 5];
};

const cookies: Rule = ({ cookies: set, headers }) => {
  if (set.length === 0) return ["cookies-not-found", 0];
  const hasHsts = transport({ headers } as SiteResponse)[1] >= 0;
  const isSession = (cookie: string) => /^[^=]*(?:login|sess|soria)/i.test(cookie);
  if (set.some((cookie) => isSession(cookie) && !/;\s*httponly/i.test(cookie))) {
    return ["cookies-session-without-httponly-flag", -30];
  }
  if (set.some((cookie) => /;\s*samesite=(?!strict|lax)/i.test(cookie))) {
    return ["cookies-samesite-flag-invalid", -20];
  }
  const bare = set.filter((cookie) => !/;\s*secure/i.test(cookie));
  if (bare.some(isSession)) {
    return hasHsts
      ? ["cookies-session-without-secure-flag-but-protected-by-hsts", -10]
      : ["cookies-session-without-secure-flag", -40];
  }
  if (bare.length > 0) {
    return hasHsts
      ? ["cookies-without-secure-flag-but-protected-by-hsts", -5]
      : ["cookies-without-secure-flag", -20];
  }
  return set.every((cookie) => /;\s*samesite=/i.test(cookie))
    ? ["cookies-secure-with-httponly-sessions-and-samesite", 5]
    : ["cookies-secure-with-httponly-sessions", 0];
};

const sharing: Rule = ({ headers }) =>
  headers["access-control-allow-origin"] && headers["access-control-allow-credentials"] === "true"
    ? ["cross-origin-resource-sharing-implemented-with-universal-access", -50]
    : ["cross-origin-resource-sharing-not-implemented", 0];

const referrer: Rule = ({ headers }) => {
  const value = String(headers["referrer-policy"] ?? "");
  if (value === "") return ["referrer-policy-not-implemented", 0];
  return /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value)
    ? ["referrer-policy-private", 5]
    : ["referrer-policy-unsafe", -5];
};

const transport: Rule = ({ headers }) => {
  const age = /max-age=(\d+)/.exec(headers["strict-transport-security"] ?? "")?.[1];
  if (age === undefined) return ["hsts-not-implemented", -20];
  return Number(age) >= 15_552_000
    ? ["hsts-implemented-max-age-at-least-six-months", 0]
    : ["hsts-implemented-max-age-less-than-six-months", -10];
};

const integrity: Rule = ({ headers, text }) => {
  if (!headers["content-type"]?.startsWith("text/html")) return ["sri-not-implemented-response-not-html", 0];
  const scripts = [...text.matchAll(/<script\b[^>]*\ssrc="([^"]*)"/g)].map(([, src]) => src ?? "");
  const foreign = scripts.filter((src) => /^(?:https?:)?\/\//.test(src));
  if (foreign.some((src) => !src.startsWith("https:"))) {
    return ["sri-not-implemented-and-external-scripts-not-loaded-securely", -50];
  }
  if (foreign.length > 0) return ["sri-not-implemented-but-external-scripts-loaded-securely", -5];
  return ["sri-not-implemented-but-all-scripts-loaded-from-secure-origin", 0];
};

const sniffing: Rule = ({ headers }) =>
  headers["x-content-type-options"] === "nosniff"
    ? ["x-content-type-options-nosniff", 0]
    : ["x-content-type-options-not-implemented", -5];

const framing: Rule = ({ headers }) => {
  const ancestors = directivesOf(String(headers["content-security-policy"] ?? "")).get("frame-ancestors");
  if (ancestors && !ancestors.some((source) => broad.includes(source))) {
    return ["x-frame-options-implemented-via-csp", 5];
  }
  return /^(?:deny|sameorigin)$/i.test(String(headers["x-frame-options"] ?? ""))
    ? ["x-frame-options-sameorigin-or-deny", 0]
    : ["x-frame-options-not-implemented", -20];
};

const resource: Rule = ({ headers }) =>
  /^same-(?:origin|site)$/.test(String(headers["cross-origin-resource-policy"] ?? ""))
    ? ["corp-implemented-with-same-origin", 10]
    : ["corp-not-implemented", 0];

/** Parses a policy into its directives. */
export function directivesOf(header: string): Map<string, string[]> {
  const parts = header.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(
    parts.flatMap(([name, ...sources]) => (name ? [[name.toLowerCase(), sources] as const] : [])),
  );
}
