import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";
import { log } from "#server/observe/log.server";
import { countLimited } from "#server/observe/metrics.server";
import { hasSessionCookie } from "#server/protocol/cookie-name.server";
import { lateLoop, NOT_READY_AFTER_MS } from "./budgets";
import { refuse } from "./reject";

/** Resolution of the measurement, which Node adds to each delay, in ms. */
const RESOLUTION_MS = 20;

/** Measures the event loop's mean delay. @returns the least of the last samples in ms, and since when it is too high */
function watchLoop() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const loop = { lateMs: 0, lateSince: Infinity };
  let last: number[] = [];
  setInterval(() => {
    const now = delays.count > 0 ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : 0;
    delays.reset();
    last = [...last, now].slice(-lateLoop.samples);
    loop.lateMs = last.length < lateLoop.samples ? 0 : Math.min(...last);
    if (loop.lateMs < lateLoop.guestsMs) loop.lateSince = Infinity;
    else if (loop.lateSince === Infinity) {
      loop.lateSince = performance.now();
      log.error({ lateMs: Math.round(loop.lateMs) }, "overloaded: guests are refused");
    }
  }, lateLoop.sampleMs).unref();
  return loop;
}

/**
 * Refuses requests while the event loop is late: what is under way ends sooner, and a load balancer takes another
 * instance. Members are refused later than guests.
 */
export function overload(loop = watchLoop()): { shed: RequestHandler; isReady: () => boolean } {
  return {
    shed(req, res, next) {
      const most = hasSessionCookie(req.headers.cookie) ? lateLoop.membersMs : lateLoop.guestsMs;
      if (loop.lateMs < most) return next();
      countLimited("overload");
      refuse(req, res, { status: 503, reason: `event loop ${Math.round(loop.lateMs)} ms late` });
    },
    isReady: () => performance.now() - loop.lateSince < NOT_READY_AFTER_MS || loop.lateSince === Infinity,
  };
}
