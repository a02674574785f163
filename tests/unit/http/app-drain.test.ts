import { request as httpRequest } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { DRAIN_MS, forgetServer, serveInstead, serving, useServer } from "./app-support";

useServer();

/** The timers of a drain: a test moves them itself, so that its result does not depend on the machine's pace. */
const drainTimers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] as const;

describe("the front", () => {
  test("/healthz asks about the whole; ?of=process and ?of=ready about less, and nothing else does", async () => {
    const { origin } = await serving(() => Promise.resolve(new Response("x")));
    let isDraining = false;
    const asked: string[] = [];
    serveInstead({
      // The store is down: only the process is healthy.
      isHealthy: (of) => {
        asked.push(of);
        return Promise.resolve(!isDraining && of === "process");
      },
    });
    const status = async (query: string) => {
      const response = await fetch(`${origin}/healthz${query}`);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      return [response.status, await response.json()];
    };
    expect(await status("?of=process")).toEqual([200, { status: "ok" }]);
    for (const query of ["", "?of=", "?of=whole", "?of=process&of=process", "?OF=process"]) {
      expect(await status(query)).toEqual([503, { status: "unavailable" }]);
    }
    isDraining = true;
    expect(await status("?of=process")).toEqual([503, { status: "unavailable" }]);
    expect(new Set(asked)).toEqual(new Set(["process", "whole"]));
    await status("?of=ready");
    expect(asked.at(-1)).toBe("ready");
  });

  test("lets requests under way end, answers those on their way, and cuts hung ones at the deadline", async () => {
    const arrived: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { origin, drain } = await serving(async (request) => {
      arrived.push(new URL(request.url).pathname);
      if (request.url.endsWith("/hung")) await new Promise(() => undefined);
      await released;
      return new Response("whole");
    });
    const idle = new Promise((resolve) => {
      const { port } = new URL(origin);
      const call = httpRequest({
        port,
        host: "127.0.0.1",
        path: "/healthz",
        headers: { Connection: "keep-alive" },
      });
      call.on("response", (response) => response.resume().on("end", resolve));
      call.end();
    });
    await idle;
    const slow = fetch(`${origin}/slow`).then((response) => response.text());
    const hung = fetch(`${origin}/hung`).then(
      () => "answered",
      () => "cut",
    );
    await vi.waitFor(() => expect(arrived.sort()).toEqual(["/hung", "/slow"]), {
      interval: 2,
      timeout: 20_000,
    });
    vi.useFakeTimers({ toFake: [...drainTimers] });
    const draining = drain.drain();
    release();
    expect(await slow).toBe("whole");
    await vi.advanceTimersByTimeAsync(DRAIN_MS);
    vi.useRealTimers();
    expect(await draining).toEqual({ cut: 1 });
    expect(await hung).toBe("cut");
    forgetServer();
  });

  test("behind a proxy it takes connections until the health check has told it, and none afterwards", async () => {
    const { origin, drain } = await serving(() => Promise.resolve(new Response("done")), {
      TRUST_PROXY: "loopback",
      SITE_URL: "https://www.soria.test",
    });
    vi.useFakeTimers({ toFake: [...drainTimers] });
    const drained = drain.drain();
    // Uses a new connection per request, as a proxy that has not seen the failing health check yet.
    const headers = { "X-Forwarded-Host": "www.soria.test", Connection: "close" };
    expect((await fetch(`${origin}/healthz?of=process`, { headers })).status).toBe(503);
    const form = { ...headers, Origin: "https://www.soria.test" };
    const response = await fetch(`${origin}/x`, { method: "POST", headers: form });
    expect([response.status, await response.text()]).toEqual([200, "done"]);
    await vi.advanceTimersByTimeAsync(DRAIN_MS);
    vi.useRealTimers();
    expect(await drained).toEqual({ cut: 0 });
    await expect(fetch(`${origin}/x`, { headers })).rejects.toThrow("fetch failed");
    forgetServer();
  });
});
