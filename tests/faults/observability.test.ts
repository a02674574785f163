/** Observability of the built site: /metrics, and a log line for each request. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { oneConnection, type RunningSite, startSite } from "../kit/programs/site";
import { member as answerOf, token } from "../unit/session/support";
import { figure, inRow } from "./table";

inRow("metrics");

let running: RunningSite;
let sandbox: SandboxClient;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  running = await startSite({ env: { METRICS_PORT: String(metricsPort) } });
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
});
afterAll(() => running.stop());

async function metrics(): Promise<string> {
  const response = await fetch(`http://localhost:${metricsPort}/metrics`, oneConnection);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
  return response.text();
}

/** Returns the value of a series with these labels in any order; 0 if there is none. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  for (const line of text.split("\n")) {
    const [, series, inside = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const fits = Object.entries(labels).every(([label, wanted]) => inside.includes(`${label}="${wanted}"`));
    if (series === name && fits) return Number(value);
  }
  return 0;
}

it("/metrics counts requests, API calls by call and outcome, refreshes, sessions, event-loop delay", async () => {
  const { email, password } = await sandbox.makeMember({ history: 3 });
  const [member, visitor] = [new HttpMember(running.site.origin), new HttpMember(running.site.origin)];
  await member.signIn(email, password);
  for (let n = 0; n < 3; n += 1) expect((await member.request("/my-page/profile")).status).toBe(200);
  await visitor.request("/no-such-page");
  await sandbox.faults([{ path: "/api/news", status: 500 }]);
  expect((await visitor.request("/news?keyword=watching")).status).toBe(502);
  await sandbox.faults([{ path: "/api/news", mode: "close" }]);
  expect((await visitor.request("/news?keyword=closed")).status).toBe(503);

  // An expired access token that can be refreshed, and one that cannot.
  for (const refreshToken of [token(900), token(-1)]) {
    const other = await sandbox.makeMember();
    const data = answerOf({
      ...other,
      accessToken: token(-1),
      refreshToken,
      email: other.email,
      type: "EMAIL",
    });
    await sandbox.faults([
      { path: "/api/auth/sign-in", email: other.email, body: { result: 1, message: "", data } },
      {
        path: "/api/auth/refresh/access-token",
        body: { result: 1, message: "", data: { accessToken: token(900) } },
      },
    ]);
    const browser = new HttpMember(running.site.origin);
    await browser.signIn(other.email);
    await browser.request("/my-page/tools");
  }
  await sandbox.faults([]);

  const text = await metrics();
  const requests = (method: string, status: string) =>
    valueOf(text, "soria_request_seconds_count", { method, status });
  const calls = (call: string, outcome: string) =>
    valueOf(text, "soria_api_call_seconds_count", { call, outcome });
  const refreshes = (outcome: string) => valueOf(text, "soria_token_refreshes_total", { outcome });
  expect(requests("GET", "200")).toBeGreaterThanOrEqual(3);
  expect(requests("POST", "303")).toBe(3);
  expect(requests("GET", "404")).toBe(1);
  expect([requests("GET", "502"), requests("GET", "503")]).toEqual([1, 1]);
  expect(calls("GET /users/me", "ok")).toBe(3);
  expect(calls("POST /auth/sign-in", "ok")).toBe(3);
  expect([calls("GET /news", "http"), calls("GET /news", "no-response")]).toEqual([1, 1]);
  expect(valueOf(text, "soria_api_wait_seconds_total")).toBeGreaterThan(0);
  expect(refreshes("renewed")).toBeGreaterThanOrEqual(1);
  expect(refreshes("rejected")).toBe(1);
  expect(valueOf(text, "soria_sessions")).toBeGreaterThanOrEqual(2);
  expect(valueOf(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
  // The metrics contain no data of a member.
  expect(text).not.toContain(email);
  figure(
    `/metrics: ${text.match(/^soria_\w+(?=[{ ])/gm)?.length} series of the site's own; requests 200, 303, 404, 502 and 503, ` +
      `calls ok, http and no-response, refreshes ${refreshes("renewed")} renewed and ${refreshes("rejected")} rejected`,
  );
});

it("/metrics is not on the visitors' port, and nothing else is on its own", async () => {
  expect((await fetch(`${running.site.origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://localhost:${metricsPort}/`)).status).toBe(404);
});

it("each request has one line, whose id is on the error page, in the answer and with the API", async () => {
  await sandbox.faults([{ path: "/api/news", status: 500 }]);
  const { headers, text } = await new HttpMember(running.site.origin).request("/news?keyword=logged");
  await sandbox.faults([]);
  const id = headers.get("X-Request-Id") ?? "";
  expect(id).toMatch(/^[\w-]{36}$/);
  expect(text).toContain(id);
  await expect.poll(() => running.site.output()).toMatch(new RegExp(`${id}.*"msg":"request"`));
  const lines = running.site
    .output()
    .split("\n")
    .filter((line) => line.includes(id));
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofRequest = entries.filter(({ msg }) => msg === "request");
  expect(ofRequest).toEqual([
    expect.objectContaining({
      method: "GET",
      path: "/news",
      status: 502,
      ms: expect.any(Number) as number,
      apiCalls: 1,
      apiMs: expect.any(Number) as number,
    }),
  ]);
  expect(entries.map(({ msg }) => msg)).toContain("api call failed");
  const { calls } = await sandbox.calls();
  expect(JSON.stringify(calls)).toContain(id);
  figure("a failed page: 1 request line and 1 of the call, with the id of the page and the answer");
});
