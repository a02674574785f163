import type { Request, Response } from "express";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { overload } from "#server/http/overload";
import { log } from "#server/observe/log.server";

/** Sends a request through `shed`. @returns its status; 200 when it passes */
function statusOf(lateMs: number, cookie?: string): number {
  let status = 200;
  const res = {
    locals: {},
    headersSent: false,
    status: (code: number) => ((status = code), res),
    setHeader: () => res,
    type: () => res,
    send: () => res,
    json: () => res,
  } as unknown as Response;
  const req = { headers: { cookie }, originalUrl: "/news", complete: true } as unknown as Request;
  void overload({ lateMs, lateSince: Infinity }).shed(req, res, () => undefined);
  return status;
}

beforeEach(() => {
  vi.spyOn(log, "warn").mockImplementation(() => undefined);
});

describe("while the event loop is late", () => {
  test.each([
    [0, undefined, 200],
    [699, undefined, 200],
    [700, undefined, 503],
    [700, "soria=x", 200],
    [1_999, "__Host-soria=x", 200],
    [2_000, "soria=x", 503],
  ])("a delay of %i ms with the cookie %s is answered %i", (lateMs, cookie, status) => {
    expect(statusOf(lateMs, cookie)).toBe(status);
  });

  test("the instance is ready for five seconds more", () => {
    const now = performance.now();
    expect(overload({ lateMs: 900, lateSince: now }).isReady()).toBe(true);
    expect(overload({ lateMs: 900, lateSince: now - 5_001 }).isReady()).toBe(false);
    expect(overload({ lateMs: 0, lateSince: Infinity }).isReady()).toBe(true);
  });
});
