import { type RequestHandler, Router } from "express";
import { log } from "#server/observe/log.server";
import { countBrowserError, countLimited } from "#server/observe/metrics.server";
import * as clock from "#server/runtime/clock.server";
import { errorReportPath, reportPath } from "./guard";
import { refuse } from "./reject";
import { patternOf, type Patterns } from "./canonical-path";

const MOST_A_MINUTE = 60;
const loggedFields = [
  "blocked-uri",
  "effective-directive",
  "violated-directive",
  "document-uri",
  "source-file",
  "line-number",
];

/** Kinds of errors that browsers report. app/components/document/error-report.ts explains them. */
const kinds = ["render", "error", "rejection", "hydration", "script"] as const;

/**
 * Logs violations of the content security policy and errors of the site's scripts, each at most 60 a minute, so that
 * reports cannot fill the disk.
 *
 * @param addresses the page of an error is logged as one of these patterns, without ids
 */
export function browserReports(addresses: () => Patterns): RequestHandler {
  const router = Router();
  const take = (
    path: string,
    budget: "csp-reports" | "browser-errors",
    write: (body: object, requestId: string) => void,
  ) => {
    let minute = 0;
    let count = 0;
    router.post(path, (req, res) => {
      const body = parsed(req.body as Buffer);
      if (body === undefined) return refuse(req, res, { status: 400, reason: "unreadable body" });
      const now = Math.floor(clock.now() / 60_000);
      if (now !== minute) count = 0;
      minute = now;
      for (const each of path === reportPath ? separateReports(body) : [body]) {
        count += 1;
        if (count > MOST_A_MINUTE) countLimited(budget);
        else write(each, res.locals["requestId"] as string);
      }
      res.status(204).end();
    });
  };
  take(reportPath, "csp-reports", (body, requestId) =>
    log.warn({ requestId, report: reportOf(body) }, "csp report"),
  );
  take(errorReportPath, "browser-errors", (body, requestId) => {
    const error = errorOf(body, addresses());
    countBrowserError(error.kind);
    log.warn({ requestId, ...error }, "browser error");
  });
  return router;
}

/** Returns undefined for a body that is malformed or not an object; an empty body gives an empty object. */
function parsed(body: Buffer): object | undefined {
  try {
    const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Field of a violation in the Reporting API, by the name of the same field in a report for `report-uri`. */
const reportedAs: Readonly<Record<string, string>> = {
  "blocked-uri": "blockedURL",
  "effective-directive": "effectiveDirective",
  "document-uri": "documentURL",
  "source-file": "sourceFile",
  "line-number": "lineNumber",
};

/**
 * Returns the reports of a body, each as a browser sends it to `report-uri`. The Reporting API sends several at once
 * (application/reports+json); those of other types are left out.
 */
export function separateReports(body: object): object[] {
  if (!Array.isArray(body)) return [body];
  return body.flatMap((report: unknown): object[] => {
    const { type, body: violation } = (report ?? {}) as { type?: unknown; body?: unknown };
    if (type !== "csp-violation" || typeof violation !== "object" || violation === null) return [];
    const given = violation as Record<string, unknown>;
    const fields = Object.entries(reportedAs).map(([name, field]) => [name, given[field]]);
    return [{ "csp-report": Object.fromEntries(fields) as object }];
  });
}

/** Picks the logged fields of a CSP report. Removes queries, which may contain visitor input. */
export function reportOf(body: object): Record<string, string> {
  const given = (body as { "csp-report"?: Record<string, unknown> | null })["csp-report"] ?? {};
  return Object.fromEntries(
    loggedFields.flatMap((field): [string, string][] => {
      const value = given[field];
      // Browsers send strings and numbers. Objects are dropped, because the sender would control their string form.
      if (typeof value !== "string" && typeof value !== "number") return [];
      return [[field, String(value).split("?")[0]?.slice(0, 200) ?? ""]];
    }),
  );
}

export function errorOf(body: object, addresses: Patterns) {
  const given = body as Record<string, unknown>;
  const text = (name: string, most = 4_000) =>
    typeof given[name] === "string" ? given[name].slice(0, most) : "";
  // Request id of the document that loaded the page.
  const pageRequestId = /^[\w-]{8,64}$/.exec(text("requestId"))?.[0];
  return {
    kind: kinds.find((kind) => kind === given["kind"]) ?? ("other" as const),
    message: withoutPersons(text("message", MOST_OF_MESSAGE)).slice(0, 200),
    // Positions in the site's scripts, innermost first: `/assets/frame-1a2b.js:1:234`.
    at: (text("stack").match(/\/assets\/[\w.-]{1,80}:\d{1,7}:\d{1,7}/g) ?? []).slice(0, 5),
    page: patternOf(text("page"), addresses) ?? "(none)",
    ...(pageRequestId ? { pageRequestId } : {}),
  };
}

/** Cut before any pattern reads it. */
const MOST_OF_MESSAGE = 500;
const quoted = /(["'`“‘«])[^"'`”’»“‘«]*["'`”’»]/g;

/** Removes quoted text, email addresses, queries and long numbers from a message, because they may be visitor input. */
function withoutPersons(message: string): string {
  return message
    .replace(quoted, "$1…$1")
    .split(/(\s+)/)
    .map((word) => (word.includes("@") ? "…" : word.replace(/[?#].+/s, "")))
    .join("")
    .replace(/\d{5,}/g, "…");
}
