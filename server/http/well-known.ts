import { type RequestHandler, Router } from "express";
import { paths } from "~/domain/paths";
import type { Env } from "#server/config/env.server";
import * as clock from "#server/runtime/clock.server";

const changePasswordPath = "/.well-known/change-password";
const securityPath = "/.well-known/security.txt";
/** How long after the build the contact is valid, in ms. RFC 9116 recommends less than a year. */
const VALID_MS = 360 * 24 * 60 * 60_000;

/** Set by the build (vite.config.ts); tests and development have none. */
declare const __BUILT_AT__: string | undefined;
const builtAt = () => (typeof __BUILT_AT__ === "undefined" ? clock.now() : Date.parse(__BUILT_AT__));

/**
 * Serves the well-known URLs: where a password is changed, for password managers (W3C, "A Well-Known URL for Changing
 * Passwords"), and where to report a vulnerability (RFC 9116).
 */
export function wellKnown(env: Pick<Env, "securityContact">): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  router.get(changePasswordPath, (_req, res) => {
    res.setHeader("Cache-Control", "no-store");
    res.redirect(302, paths.myPage.profile);
  });
  router.get(securityPath, (_req, res) => {
    const origin = String(res.locals["origin"]);
    const lines = [
      `Contact: ${env.securityContact ?? origin + paths.support.inquiry}`,
      `Expires: ${new Date(builtAt() + VALID_MS).toISOString()}`,
      "Preferred-Languages: ja, en, ko, zh",
      `Canonical: ${origin}${securityPath}`,
    ];
    res.setHeader("Content-Type", "text/plain; charset=utf-8");
    res.setHeader("Cache-Control", "public, max-age=3600");
    res.send(`${lines.join("\n")}\n`);
  });
  return router;
}
