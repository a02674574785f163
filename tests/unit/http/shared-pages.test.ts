import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { afterEach, expect, test } from "vitest";
import { parseEnv } from "#server/config/env.server";
import { placeLimits } from "#server/http/budgets";
import { createApp } from "#server/http/app";
import { Places } from "#server/http/places";
import { remix } from "#server/http/remix-handler";
import { WholePage } from "#server/web/whole-page.server";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

type Render = (request: Request, context: AppLoadContext) => Promise<Response> | Response;

/**
 * Serves shareable pages (/news; /faq below a layout without a loader; /own below a layout with a loader that is not
 * shareable) and a personal one (/mine).
 */
async function serving(render: Render, variables: Record<string, string> = {}, work?: Places) {
  const loader = () => null;
  const page = (id: string, path: string, publicPage: boolean, parentId = "root") => ({
    id,
    parentId,
    path,
    module: { default: () => null, loader, handle: { publicPage } },
  });
  const layout = (id: string, module: object) => ({
    id,
    parentId: "root",
    module: { default: () => null, ...module },
  });
  const build = {
    mode: "production",
    entry: {
      module: {
        default: (request: Request, _status: number, _headers: Headers, _remix: unknown, context: unknown) =>
          render(request, context as AppLoadContext),
      },
    },
    routes: {
      root: { id: "root", path: "", module: { default: () => null } },
      news: page("news", "news", true),
      mine: page("mine", "mine", false),
      plain: layout("plain", {}),
      faq: page("faq", "faq", true, "plain"),
      reading: layout("reading", { loader }),
      own: page("own", "own", true, "reading"),
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    isSpaMode: false,
  } as unknown as ServerBuild;
  const started = createServer(
    createApp({
      env: parseEnv({ SESSION_SECRET: "x".repeat(32), ...variables }),
      files: (_req, _res, next) => next(),
      pages: remix(build, "production", work),
      addresses: () => [["news"], ["mine"], ["faq"], ["own"]],
      isHealthy: () => Promise.resolve(true),
    }),
  );
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  return (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(origin + path, { headers, signal });
}

/** Returns every part of the request that reaches a render. */
const seen: Render = (request, { cspNonce, requestId, clientAddress }) =>
  new Response(
    JSON.stringify({
      path: new URL(request.url).pathname,
      headers: [...request.headers],
      clientAddress,
      requestId,
      cspNonce,
      style: "stylesheet",
    }),
  );

test("a guest's page is rendered of its address and language alone, whatever another guest sent", async () => {
  const ask = await serving(
    (request, context) => {
      context.isSameForAll = true;
      return seen(request, context);
    },
    { TRUST_PROXY: "loopback" },
  );
  const odd = await ask("/news", {
    Cookie: "soriax=1; theirs=secret",
    "X-Request-Id": "stylesheet",
    "X-Forwarded-For": "192.0.2.1",
    "User-Agent": "odd",
  });
  const first = (await odd.json()) as Record<string, unknown>;
  expect(first).toMatchObject({ path: "/news", headers: [], style: "stylesheet" });
  expect(first["clientAddress"]).toBeUndefined();
  expect(first["cspNonce"]).toBeUndefined();

  const other = await ask("/news");
  expect(await other.json()).toEqual(first);
  expect(other.headers.get("x-request-id")).not.toBe(odd.headers.get("x-request-id"));
});

/** Returns a page as the app renders it: its inline scripts are trusted by hash, or carry a nonce. */
const whole =
  (scripts: string | undefined, headers: Record<string, string> = {}): Render =>
  (_request, context) => {
    context.isSameForAll = true;
    context.page = new WholePage(Buffer.from("<p>news</p>"), { scripts, isRepeatable: true });
    return new Response("", { headers: { "Cache-Control": "private, no-cache", ...headers } });
  };

test("a guest's page may be kept by shared caches, and is answered 304 to who has it", async () => {
  const ask = await serving(whole("'sha256-abc'"));
  const first = await ask("/news");
  const { headers } = first;
  const etag = headers.get("etag") ?? "";
  expect(headers.get("cache-control")).toBe(
    "public, max-age=0, s-maxage=5, stale-while-revalidate=15, stale-if-error=86400",
  );
  expect(headers.get("vary")?.split(", ").sort()).toEqual(["Accept-Encoding", "Accept-Language", "Cookie"]);
  expect(headers.get("content-security-policy")).toContain("script-src 'sha256-abc' 'strict-dynamic'");
  expect(headers.get("server-timing")).toBe(`id;desc="${headers.get("x-request-id")}"`);
  expect(await first.text()).toBe("<p>news</p>");

  // Revalidates as a browser does. Node's fetch would add no-cache, which means a reload.
  const again = await ask("/news", { "If-None-Match": etag, "Cache-Control": "max-age=0" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  for (const name of ["etag", "cache-control", "vary", "content-security-policy"])
    expect(again.headers.get(name), name).toBe(headers.get(name));
  const reloaded = await ask("/news", { "If-None-Match": etag, "Cache-Control": "no-cache" });
  expect([reloaded.status, await reloaded.text()]).toEqual([200, "<p>news</p>"]);
});

test("a page rendered for one is answered 304 too, and stays private", async () => {
  const ask = await serving(whole("'sha256-abc'", { "Cache-Control": "private, no-store" }));
  const first = await ask("/mine", { Cookie: "soria=abc" });
  const etag = first.headers.get("etag") ?? "";
  const again = await ask("/mine", {
    Cookie: "soria=abc",
    "If-None-Match": etag,
    "Cache-Control": "max-age=0",
  });
  for (const { headers } of [first, again]) expect(headers.get("cache-control")).toBe("private, no-store");
  expect([first.status, again.status]).toEqual([200, 304]);
});

test("a guest's page that sets the language's cookie is private", async () => {
  const ask = await serving(whole("'sha256-abc'"));
  const headers = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
  const answer = await ask("/news?lng=en", headers);
  expect(answer.headers.get("set-cookie")).toContain("lng=");
  expect(answer.headers.get("cache-control")).toBe("private, no-cache");
});

test("a page whose inline scripts need a nonce is sent to nobody else", async () => {
  let made = 0;
  const ask = await serving((request, context) => {
    made += 1;
    return whole(undefined)(request, context);
  });
  const policies = await Promise.all(
    Array.from({ length: 3 }, () =>
      ask("/news").then(({ headers }) => headers.get("content-security-policy")),
    ),
  );
  expect(new Set(policies).size).toBe(3);
  expect(made).toBeGreaterThan(3);
});

test("a layout without a loader leaves a page shared; one with a loader of its own does not", async () => {
  const ask = await serving(seen);
  const sent = async (path: string) => {
    const answer = (await ask(path, { Cookie: "a=b" }).then((got) => got.json())) as { headers: string[][] };
    return answer.headers;
  };
  expect(await sent("/faq")).toEqual([]);
  expect(await sent("/own")).toContainEqual(["cookie", "a=b"]);
});

test("a session, with blanks around its name too, and a page that does not say so, are rendered for one", async () => {
  const ask = await serving(seen);
  for (const [path, Cookie] of [
    ["/news", "soria=abc"],
    ["/news", "soria =abc"],
    ["/news", "a=b;\tsoria\t=abc"],
    ["/mine", "a=b"],
  ] as const) {
    const answer = (await ask(path, { Cookie }).then((got) => got.json())) as { headers: string[][] };
    expect(answer.headers).toContainEqual(["cookie", Cookie]);
  }
});

test("an answer that sets a cookie goes to no one else", async () => {
  let made = 0;
  const ask = await serving(() => {
    made += 1;
    return new Response("mine", { headers: { "Set-Cookie": `soria=${made}` } });
  });
  const cookies = await Promise.all(
    Array.from({ length: 3 }, () => ask("/news").then((answer) => answer.headers.get("set-cookie"))),
  );
  expect(new Set(cookies).size).toBe(3);
});

test("many at once are one render, also of a page that fails; past the places guests are told to come back", async () => {
  let made = 0;
  let go = () => {};
  const wait = new Promise<void>((resolve) => (go = resolve));
  const ask = await serving(
    async () => {
      made += 1;
      await wait;
      return new Response("failed", { status: 502 });
    },
    {},
    new Places("work", { ...placeLimits.work, shared: { ...placeLimits.work.shared, all: 20, reserve: 0 } }),
  );
  const all = Array.from({ length: 25 }, () => ask("/news"));
  const refused = await Promise.race(all);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.text()).toContain("混み合っています");
  expect((await ask("/healthz")).status).toBe(200);
  go();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 502)).toHaveLength(20);
  expect(statuses.filter((status) => status === 503)).toHaveLength(5);
  expect(made).toBe(1);
});

test.each(["/news", "/mine"])("what is made for a visitor alone ends when they leave: %s", async (path) => {
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  let ended = () => {};
  const isEnded = new Promise<void>((resolve) => (ended = resolve));
  const ask = await serving(async (request) => {
    begun();
    await new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()));
    ended();
    return new Response("nobody reads this");
  });
  const gone = new AbortController();
  const asked = ask(path, {}, gone.signal).catch(() => undefined);
  await isBegun;
  gone.abort();
  await Promise.all([isEnded, asked]);
});
