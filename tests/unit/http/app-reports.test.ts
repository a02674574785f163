import { describe, expect, test, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { serving, useServer } from "./app-support";

useServer();

describe("the front", () => {
  test("logs reports of blocked content, and answers none but POST there", async () => {
    const { origin } = await serving(() => Promise.resolve(new Response("x")));
    const report = {
      "csp-report": { "blocked-uri": "https://evil.example/?token=abc", "document-uri": `${origin}/` },
    };
    const headers = { "Content-Type": "application/csp-report" };
    const send = (body: string) => fetch(`${origin}/csp-report`, { method: "POST", headers, body });
    expect((await send(JSON.stringify(report))).status).toBe(204);
    expect((await send("{")).status).toBe(400);
    expect((await send("[]")).status).toBe(204);
    for (const value of [{ toString: 1 }, { toString: null }, [], null, { length: -1 }]) {
      expect((await send(JSON.stringify({ "csp-report": { "blocked-uri": value } }))).status).toBe(204);
      expect((await send(JSON.stringify({ "csp-report": value }))).status).toBe(204);
    }
  });

  test("logs the violations of a body of the Reporting API, at most 60 a minute together", async () => {
    // The limit is that of a calendar minute, which must not end in between.
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    const { origin } = await serving(() => Promise.resolve(new Response("x")));
    const warn = vi.spyOn(log, "warn");
    const reported = (report: object) =>
      expect.objectContaining({ report }) as { requestId: string; report: object };
    const send = async (body: unknown) => {
      const headers = { "Content-Type": "application/reports+json" };
      const response = await fetch(`${origin}/csp-report`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(204);
    };
    const violation = (line: number) => ({
      type: "csp-violation",
      age: 10,
      url: `${origin}/news?keyword=secret`,
      body: {
        blockedURL: "https://evil.example/?token=abc",
        effectiveDirective: "script-src-elem",
        documentURL: `${origin}/news?keyword=secret`,
        lineNumber: line,
        sample: "secret",
      },
    });
    const logged = (line: number) =>
      reported({
        "blocked-uri": "https://evil.example/",
        "effective-directive": "script-src-elem",
        "document-uri": `${origin}/news`,
        "line-number": String(line),
      });
    await send([violation(1), { type: "deprecation", body: { id: "x" } }, null, "x", violation(2)]);
    expect(warn.mock.calls).toEqual([
      [logged(1), "csp report"],
      [logged(2), "csp report"],
    ]);
    for (const body of [[], [{}], [{ type: "csp-violation" }], [{ type: "csp-violation", body: [] }]])
      await send(body);
    const before = warn.mock.calls.length;
    await send(Array.from({ length: 30 }, (_, line) => violation(line)));
    await send(Array.from({ length: 30 }, (_, line) => violation(line)));
    vi.useRealTimers();
    expect(warn.mock.calls.length - before).toBeLessThan(60);
  });

  test("logs errors of the site's scripts without what visitors have typed", async () => {
    const { origin } = await serving(() => Promise.resolve(new Response("x")));
    const warn = vi.spyOn(log, "warn");
    const send = (body: string, from = origin) =>
      fetch(`${origin}/browser-error`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: from },
        body,
      });
    const requestId = "0b1c2d3e-0000-4000-8000-000000000000";
    const report = {
      kind: "render",
      message: `Cannot read "Hoshino" of hoshino@example.com at /x?word=secret, 0901234567`,
      stack: `TypeError: x\n at f (${origin}/assets/frame-a1.js:1:234)\n at g (chrome-extension://abc/x.js:1:1)`,
      page: "/news/3",
      requestId,
    };
    expect((await send(JSON.stringify(report))).status).toBe(204);
    expect(warn).toHaveBeenLastCalledWith(
      {
        requestId: expect.any(String) as string,
        kind: "render",
        message: `Cannot read "…" of … at /x …`,
        at: ["/assets/frame-a1.js:1:234"],
        page: "/news/:id",
        pageRequestId: requestId,
      },
      "browser error",
    );
    for (const body of ["{}", "[]", '{"kind":{},"message":[1],"stack":null,"page":"/%","requestId":"x"}']) {
      expect((await send(body)).status).toBe(204);
      expect(warn).toHaveBeenLastCalledWith(
        { requestId: expect.any(String) as string, kind: "other", message: "", at: [], page: "(none)" },
        "browser error",
      );
    }
    expect((await send("{")).status).toBe(400);
    expect((await send("{}", "https://evil.example")).status).toBe(403);
    // The limit is that of a calendar minute, which must not end in between.
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    const before = warn.mock.calls.length;
    for (let i = 0; i < 70; i++) await send("{}");
    vi.useRealTimers();
    expect(warn.mock.calls.length - before).toBeLessThanOrEqual(60);
    warn.mockRestore();
  });
});
