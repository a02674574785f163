import express, { type RequestHandler, Router } from "express";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { bodyLimit, reportPath } from "./guard";

const MOST_A_MINUTE = 60;
const loggedFields = [
  "blocked-uri",
  "effective-directive",
  "violated-directive",
  "document-uri",
  "source-file",
  "line-number",
];

/** Takes the browsers' reports of blocked content into the log, at most 60 a minute so that nobody fills the disk. */
export function cspReports(): RequestHandler {
  const router = Router();
  let minute = 0;
  let count = 0;
  router.post(reportPath, express.json({ type: () => true, limit: bodyLimit(reportPath) }), (req, res) => {
    const now = Math.floor(Date.now() / 60_000);
    count = now === minute ? count + 1 : 1;
    minute = now;
    if (count > MOST_A_MINUTE) countLimited("csp-reports");
    else log.warn({ requestId: res.locals["requestId"] as string, report: reportOf(req.body) }, "csp report");
    res.status(204).end();
  });
  return router;
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
