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

/** What a script of the site reports (app/components/document/error-report.ts): there the kinds are explained. */
const kinds = ["render", "error", "rejection", "hydration", "script"] as const;

/**
 * Takes what browsers report into the log: content that the policy has blocked, and errors of the site's own scripts.
 * At most 60 a minute of each, so that nobody fills the disk.
 *
 * @param addresses of the site: the page of an error is logged as one of these, without what was asked for
 */
export function browserReports(addresses: () => Patterns): RequestHandler {
  const router = Router();
  const take = (
    path: string,
    budget: "csp-reports" | "browser-errors",
    write: (body: unknown, requestId: string) => void,
  ) => {
    let minute = 0;
    let count = 0;
    router.post(path, (req, res) => {
      const body = parsed(res.locals["body"] as Buffer);
      if (body === undefined) return refuse(req, res, { status: 400, reason: "unreadable body" });
      const now = Math.floor(clock.now() / 60_000);
      count = now === minute ? count + 1 : 1;
      minute = now;
      if (count > MOST_A_MINUTE) countLimited(budget);
      else write(body, res.locals["requestId"] as string);
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

/** Returns what a JSON body says; undefined when it is none, or holds no object. */
function parsed(body: Buffer): object | undefined {
  try {
    const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a report that say something; addresses without their query, which may hold what a visitor typed. */
function reportOf(body: unknown): Record<string, string> {
  const report: unknown = (body as { "csp-report"?: unknown } | null)?.["csp-report"];
  if (typeof report !== "object" || report === null) return {};
  const given = new Map(Object.entries(report));
  return Object.fromEntries(
    loggedFields.flatMap((field): [string, string][] => {
      const value: unknown = given.get(field);
      // Browsers send texts and numbers; what an object would turn into is its sender's to choose.
      if (typeof value !== "string" && typeof value !== "number") return [];
      return [[field, String(value).split("?")[0]?.slice(0, 200) ?? ""]];
    }),
  );
}

interface BrowserError {
  kind: (typeof kinds)[number] | "other";
  message: string;
  /** Where in the site's scripts: `/assets/frame-1a2b.js:1:234`, innermost first. */
  at: string[];
  /** As the route table writes it. */
  page: string;
  /** Of the document that the page came with. */
  pageRequestId?: string;
}

function errorOf(body: unknown, addresses: Patterns): BrowserError {
  const given = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof given[name] === "string" ? given[name].slice(0, 4_000) : "");
  const pageRequestId = /^[\w-]{8,64}$/.exec(text("requestId"))?.[0];
  return {
    kind: kinds.find((kind) => kind === given["kind"]) ?? "other",
    message: withoutPersons(text("message")).slice(0, 200),
    at: (text("stack").match(/\/assets\/[\w.-]{1,80}:\d{1,7}:\d{1,7}/g) ?? []).slice(0, 5),
    page: patternOf(text("page"), addresses) ?? "(none)",
    ...(pageRequestId ? { pageRequestId } : {}),
  };
}

/** A message may quote what somebody typed: no quotations, no addresses of mail, no queries, no long numbers. */
function withoutPersons(message: string): string {
  return message
    .replace(/(["'`“‘«]).*?["'`”’»]/g, "$1…$1")
    .replace(/\S+@\S+/g, "…")
    .replace(/[?#]\S+/g, "")
    .replace(/\d{5,}/g, "…");
}
