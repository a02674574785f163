import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { compressPages } from "./compression";
import { browserReports } from "./browser-reports";
import { defaultRules, type GuardRules, healthPath, refusalOf, siteOrigin } from "./guard";
import { discard } from "./body-limit";
import { limitOpenRequests } from "./hold-place";
import { keepLanguage } from "#server/protocol/language";
import { answerWith, refuse } from "./reject";
import { requestLog } from "./request-log";
import { securityHeaders } from "./security-headers";
import { readSmallBodies } from "./small-body";
import { type Patterns, canonicalPath } from "./canonical-path";

/** What a health check asks about. */
const healthScopes = ["whole", "process", "ready"] as const;
export type HealthScope = (typeof healthScopes)[number];

export interface FrontParts {
  env: Env;
  /** The files of the build; in development Vite's middleware. */
  files: RequestHandler;
  /** Remix. */
  pages: RequestHandler;
  /** The addresses of the site, as they are spelled (patternsOf). */
  addresses: () => Patterns;
  /**
   * Whether the site can serve: it does not drain, and (whole) its session store can be written, or (ready) it serves
   * guests.
   */
  isHealthy: (of: HealthScope) => Promise<boolean>;
  development?: boolean;
}

/**
 * The HTTP front: every request goes through these steps in this order, and only what the guard lets through
 * reaches Remix.
 */
export function createApp({
  env,
  files,
  pages,
  addresses,
  isHealthy,
  development = false,
}: FrontParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", env.trustProxy);
  const rules: GuardRules = {
    ...defaultRules,
    siteUrl: env.siteUrl,
    forwarded: env.trustProxy > 0,
    // In development every module is a file of its own, in folders as deep as they come.
    ...(development ? { maxSegments: 40 } : {}),
  };

  app.use(requestLog(env.trustProxy > 0));
  app.use(securityHeaders(env, development));
  app.use(guard(rules, addresses));
  app.get(healthPath, health(isHealthy));
  if (rules.forwarded) app.use(limitOpenRequests());
  app.use(readSmallBodies());
  app.use(browserReports(addresses));
  app.use(files);
  app.use(keepLanguage(env.siteUrl?.startsWith("https:") ?? false));
  app.use(compressPages());
  app.use(pages);
  app.use(failed);
  return app;
}

function guard(rules: GuardRules, addresses: () => Patterns): RequestHandler {
  return (req, res, next) => {
    const spelling = canonicalPath(req.originalUrl, addresses());
    const url = spelling ?? req.originalUrl;
    const refusal = refusalOf(
      { method: req.method, url, headers: req.headers, rawHeaders: req.rawHeaders },
      rules,
    );
    if (refusal) return refuse(req, res, refusal);
    if (spelling !== undefined) {
      res.status(308).location(spelling).end();
      if (!req.complete) discard(req);
      return;
    }
    res.locals["origin"] = siteOrigin(req.headers, rules);
    if (!rules.forwarded) {
      // Deleted, so that no code behind the guard can rely on them.
      for (const name of Object.keys(req.headers)) {
        if (name === "forwarded" || name.startsWith("x-forwarded-") || name === "x-real-ip") {
          // oxlint-disable-next-line typescript/no-dynamic-delete -- the names come from the request
          delete req.headers[name];
        }
      }
    }
    next();
  };
}

/**
 * Answers `/healthz` (the process and its store, for monitoring), `/healthz?of=process` (without the store, which all
 * instances share) and `/healthz?of=ready` (for balancers: the process serves, and has places for guests).
 */
function health(isHealthy: FrontParts["isHealthy"]): RequestHandler {
  return (req, res, next) => {
    isHealthy(healthScopes.find((scope) => scope === req.query["of"]) ?? "whole").then((healthy) => {
      res.setHeader("Cache-Control", "no-store");
      res.status(healthy ? 200 : 503).json({ status: healthy ? "ok" : "unavailable" });
    }, next);
  };
}

const failed: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  log.error({ err: error, requestId: res.locals["requestId"] as string }, "front failed");
  answerWith(req, res, 500);
};
