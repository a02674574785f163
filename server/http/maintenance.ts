import type { Request, RequestHandler, Response } from "express";
import type { Env } from "#server/config/env.server";
import { isPass, makePass, PASS_MS, passCookie, passOf } from "#server/maintenance/pass.server";
import { type Area, areas, isClosed, type Plan, phaseOf } from "#server/maintenance/plan";
import { maintenancePlan } from "#server/maintenance/plan-file.server";
import { sayPlan } from "#server/maintenance/words.server";
import { log } from "#server/observe/log.server";
import { reportClosedAreas } from "#server/observe/metrics.server";
import { languageOfHead } from "#server/protocol/language.server";
import * as clock from "#server/runtime/clock.server";
import { maintenancePage } from "./maintenance-page";
import { discard } from "./reject";

/** Retry-After when the end is not known, and at most, in seconds. */
const RETRY_SECONDS = 300;

reportClosedAreas(() => {
  const plan = maintenancePlan();
  const isRunning = plan !== undefined && phaseOf(plan, clock.now()) === "running";
  const isClosedNow = (area: Area) => isRunning && (plan.areas === "all" || plan.areas.includes(area));
  return areas.map((area) => [area, isClosedNow(area)]);
});

/**
 * Responds with 503 and the maintenance page where a plan closes the site (docs/runbooks.md#maintenance), and with the
 * details of the plan at /maintenance. A browser that an operator's link has let in passes.
 */
export function maintenance({
  sessionSecrets,
  siteUrl,
}: Pick<Env, "sessionSecrets" | "siteUrl">): RequestHandler {
  const isHttps = siteUrl?.startsWith("https:") ?? false;
  return (req, res, next) => {
    const plan = maintenancePlan();
    if (plan === undefined) return next();
    const now = clock.now();
    const isDetails = req.path === "/maintenance" && req.method !== "POST";
    if (isDetails && isPass("link", sessionSecrets, asText(req.query["pass"]), now)) {
      log.info({ security: "maintenance-pass" }, "an operator passes the maintenance");
      res.append("Set-Cookie", passCookie(makePass("cookie", sessionSecrets, now + PASS_MS), isHttps));
      return res.setHeader("Cache-Control", "no-store").redirect(303, "/");
    }
    if (isDetails && phaseOf(plan, now) !== undefined) return send(req, res, plan, now);
    if (!isClosed(plan, req, now)) return next();
    if (isPass("cookie", sessionSecrets, passOf(req.headers.cookie), now)) return next();
    send(req, res, plan, now);
  };
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** Sends the page; for data requests (`_data`) JSON that makes Remix render the error boundary. */
function send(req: Request, res: Response, plan: Plan, now: number): void {
  const lng = languageOfHead({ url: req.originalUrl, headers: req.headers });
  const isRunning = phaseOf(plan, now) !== "planned" || isClosed(plan, req, now);
  if (isRunning) {
    const seconds = Math.ceil((plan.until - now) / 1_000);
    res.status(503).setHeader("Retry-After", Math.max(1, Math.min(seconds, RETRY_SECONDS)));
  }
  discard(req, res);
  res.setHeader("Cache-Control", "no-store");
  if (/[?&]_data=/.test(req.originalUrl)) {
    const { title, text, own } = sayPlan(plan, lng);
    res.setHeader("X-Remix-Catch", "yes");
    res.json({
      message: [`${title}${lng === "en" || lng === "ko" ? ". " : "。"}${text}`, own].join(" ").trim(),
    });
  } else {
    res.setHeader("Content-Language", lng);
    res.type("html").send(maintenancePage(plan, lng, { here: req.originalUrl, isRunning }));
  }
}
