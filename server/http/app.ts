import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { tracer } from "#server/observe/tracer.server";
import { compressPages } from "./compress-pages";
import { cutHeaders } from "./cut-headers";
import { browserReports } from "./browser-reports";
import { type GuardRules, healthPath, refusalOf, siteOrigin } from "./guard";
import { maintenance } from "./maintenance";
import { readSmallBodies } from "./body-limit";
import { keepLanguage } from "#server/protocol/language.server";
import { respondWith, discard, refuse } from "./reject";
import { requestLog } from "./request-log";
import { traceRequests } from "./traced-requests";
import { securityHeaders } from "./security-headers";
import { wellKnown } from "./well-known";
import { type Patterns, canonicalPath } from "./canonical-path";

const healthScopes = ["whole", "process", "ready"] as const;
export type HealthScope = (typeof healthScopes)[number];

export interface FrontParts {
  env: Env;
  /** The files of the build; in development Vite's middleware. */
  files: RequestHandler;
  pages: RequestHandler;
  /** Refuses requests while the process is overloaded. */
  shed: RequestHandler;
  /** The canonical paths of the site (routePatterns). */
  addresses: () => Patterns;
  /** False while it drains. `whole` also needs a writable session store, `ready` that guests are served. */
  isHealthy: (of: HealthScope) => Promise<boolean>;
  development?: boolean;
}

/** Creates the Express app of the HTTP front. Only requests that pass the guard reach Remix. */
export function createApp(parts: FrontParts): Express {
  const { env, files, pages, addresses, isHealthy, development = false } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  const trusts = trustOf(env);
  app.set("trust proxy", trusts);
  const rules: Omit<GuardRules, "forwarded"> = {
    siteUrl: env.siteUrl,
    // Vite serves each module as a separate file, in deep folders.
    ...(development ? { maxSegments: 40 } : {}),
  };

  app.use(cutHeaders);
  app.use(originForm);
  app.use(knowProxy(env, trusts));
  app.use(requestLog());
  const tracing = tracer();
  if (tracing) app.use(traceRequests(tracing, addresses));
  app.use(securityHeaders(env));
  app.use(guard(rules, addresses));
  // For monitoring (process and store), ?of=process (without the store, which all instances share) and ?of=ready (for
  // load balancers: the process is not refusing guests).
  app.get(healthPath, (req, res, next) => {
    isHealthy(healthScopes.find((scope) => scope === req.query["of"]) ?? "whole").then((healthy) => {
      res.setHeader("Cache-Control", "no-store");
      res.status(healthy ? 200 : 503).json({ status: healthy ? "ok" : "unavailable" });
    }, next);
  });
  app.use(wellKnown(env));
  app.use(parts.shed);
  app.post("*", readSmallBodies());
  app.use(browserReports(addresses));
  app.use(files);
  app.use(maintenance(env));
  app.use(keepLanguage(env.siteUrl?.startsWith("https:") ?? false));
  app.use(compressPages());
  app.use(pages);
  app.use(failed);
  return app;
}

/** Rewrites a request target in absolute form; its host replaces the Host header (RFC 9112 §3.2.2). */
const originForm: RequestHandler = (req, _res, next) => {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url) ?? [];
  if (host !== undefined) {
    req.headers.host = host;
    req.originalUrl = req.url = rest.startsWith("/") ? rest : `/${rest}`;
  }
  next();
};

type Trust = (address: string, hop: number) => boolean;

/** Returns whether the address at a hop (0: the peer) is a listed proxy. */
function trustOf({ trustedProxies: { peers, hops } }: Env): Trust {
  const listed = express().set("trust proxy", peers).get("trust proxy fn") as Trust;
  return (address, hop) => hop < hops && listed(address, hop);
}

/** Headers that only a proxy may set. */
const isForwardedName = (name: string) => /^(?:forwarded|x-forwarded-.*|x-real-ip|x-request-id)$/.test(name);

/**
 * Notes in `res.locals.isFromProxy` whether a listed proxy (TRUST_PROXY) sent the request. Otherwise it deletes the
 * headers that a proxy sets, so that later code cannot rely on them.
 */
function knowProxy({ countryHeader }: Env, trusts: Trust): RequestHandler {
  return ({ socket, headers }, res, next) => {
    const isFromProxy = trusts(socket.remoteAddress ?? "", 0);
    res.locals["isFromProxy"] = isFromProxy;
    if (!isFromProxy) {
      const forwarded = Object.keys(headers).filter(isForwardedName);
      // oxlint-disable-next-line typescript/no-dynamic-delete -- the names come from the request
      for (const name of [...forwarded, countryHeader?.toLowerCase() ?? ""]) delete headers[name];
    }
    next();
  };
}

function guard(siteRules: Omit<GuardRules, "forwarded">, addresses: () => Patterns): RequestHandler {
  return (req, res, next) => {
    const rules = { ...siteRules, forwarded: res.locals["isFromProxy"] === true };
    const spelling = canonicalPath(req.originalUrl, addresses());
    const url = spelling ?? req.originalUrl;
    const refusal = refusalOf(
      { method: req.method, url, headers: req.headers, rawHeaders: req.rawHeaders },
      rules,
    );
    if (refusal) return refuse(req, res, refusal);
    if (spelling !== undefined) {
      discard(req, res);
      return void res.status(308).location(spelling).end();
    }
    res.locals["origin"] = siteOrigin(req.headers, rules);
    next();
  };
}

const failed: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  log.error({ err: error, requestId: res.locals["requestId"] as string }, "front failed");
  respondWith(req, res, 500);
};
