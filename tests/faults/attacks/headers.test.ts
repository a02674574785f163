/** Headers of every kind of response, for a site with https. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseEnv } from "#server/config/env.server";
import { contentSecurityPolicy } from "#server/web/content-security-policy.server";
import type { SiteResponse, Client } from "./client";
import { directivesOf, gradeOf } from "./observatory";
import { Target } from "./site";

const name = "www.soria.test";
let target: Target;
let guest: Client;
let member: Client;

beforeAll(async () => {
  const SESSION_SECRET = "a-secret-that-only-tests-use-0123456789";
  target = await Target.start({ SITE_URL: `https://${name}`, SESSION_SECRET, TRUST_PROXY: "loopback" });
  const proxied = { Host: name, "X-Forwarded-Proto": "https" };
  [guest, member] = [target.client(proxied), target.client(proxied)];
  const { email } = await target.sandbox.makeMember({ history: 3, orders: 1, inquiries: [{}] });
  await member.post(
    "/sign-in",
    { intent: "sign-in", email, password: "Soria-2024!" },
    { Origin: `https://${name}` },
  );
});
afterAll(() => target.stop());

const own = { Origin: `https://${name}` };
const data = (route: string) => `_data=${encodeURIComponent(`routes/${route}/route`)}`;

interface Kind {
  status: number;
  ask: () => Promise<SiteResponse>;
  /** A member's response, which must not be cached. */
  isPersonal?: true;
  /** A page with scripts, which its policy allows by hash, or by nonce if parts are streamed. */
  isPage?: true;
  /** A file of the build that can only be drawn. */
  isPicture?: true;
}

const kinds: Record<string, Kind> = {
  "home page": { status: 200, ask: () => guest.get("/"), isPage: true },
  "public page": { status: 200, ask: () => guest.get("/news/1"), isPage: true },
  "page with a form": { status: 200, ask: () => guest.get("/sign-in"), isPage: true },
  "member page": { status: 200, ask: () => member.get("/my-page/profile"), isPage: true, isPersonal: true },
  "page with late parts": {
    status: 200,
    ask: () => member.get("/my-page/history"),
    isPage: true,
    isPersonal: true,
  },
  "store page": { status: 200, ask: () => member.get("/store/products/1"), isPage: true, isPersonal: true },
  "public page for a member": { status: 200, ask: () => member.get("/news"), isPage: true, isPersonal: true },
  "page not found": { status: 404, ask: () => guest.get("/nowhere"), isPage: true },
  "order not found": {
    status: 404,
    ask: () => member.get("/my-page/ecommerce-history/ORDER-20240101-000000-111"),
    isPersonal: true,
    isPage: true,
  },
  "refused form": { status: 400, ask: () => guest.post("/sign-in", { email: "x" }, own), isPage: true },
  "redirect of a loader": { status: 303, ask: () => guest.get("/my-page/profile") },
  "redirect of a form": { status: 303, ask: () => guest.post("/language", { lng: "en" }, own) },
  "redirect with a session": { status: 303, ask: () => guest.get("/change-password") },
  "data answer": { status: 200, ask: () => guest.get(`/news?${data("news/list")}`) },
  "data answer for a member": {
    status: 200,
    ask: () => member.get(`/my-page/profile?${data("my-page/profile")}`),
    isPersonal: true,
  },
  CSV: { status: 200, ask: () => member.get("/my-page/history.csv"), isPersonal: true },
  "own data": { status: 200, ask: () => member.get("/my-page/data.json"), isPersonal: true },
  "calendar file": { status: 200, ask: () => member.get("/dao/suggestions/19/voting.ics") },
  "calendar of all votes": { status: 200, ask: () => member.get("/dao/votes.ics"), isPersonal: true },
  "calendar address, unknown": {
    status: 410,
    ask: () => guest.get("/dao/votes.ics?secret=x"),
    isPersonal: true,
  },
  feed: { status: 200, ask: () => guest.get("/news/feed.xml") },
  sitemap: { status: 200, ask: () => guest.get("/sitemap.xml") },
  "robots.txt": { status: 200, ask: () => guest.get("/robots.txt") },
  picture: { status: 200, ask: () => guest.get("/art/logo.svg"), isPicture: true },
  "attachment of a visitor": { status: 200, ask: attachment, isPersonal: true },
  "health check": { status: 200, ask: () => guest.get("/healthz") },
  "policy report": {
    status: 204,
    ask: () =>
      guest.send("/csp-report", {
        method: "POST",
        body: "{}",
        headers: { "Content-Type": "application/csp-report" },
      }),
  },
  "refusal, cross-site": {
    status: 403,
    ask: () => guest.post("/sign-in", { email: "x" }, { Origin: "https://evil.example" }),
  },
  "refusal, method": {
    status: 405,
    ask: () =>
      guest.send("/", {
        method: "OPTIONS",
        headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "GET" },
      }),
  },
  "refusal, address": { status: 400, ask: () => guest.get("/%E0%A4%A") },
  "refusal, length": { status: 414, ask: () => guest.get(`/${"x".repeat(3000)}`) },
  "refusal, Host": { status: 421, ask: () => guest.get("/", { Host: "evil.example" }) },
  "refusal, type": {
    status: 415,
    ask: () =>
      guest.send("/sign-in", {
        method: "POST",
        body: "{}",
        headers: { ...own, "Content-Type": "application/json" },
      }),
  },
  "refusal, size": { status: 413, ask: () => guest.post("/sign-in", "a".repeat(70_000), own) },
};

/** Returns the response for a picture that waits in a visitor's session for its form. */
async function attachment(): Promise<SiteResponse> {
  return guest.get(`/support/inquiry/attachment?id=${await guest.attach(own)}`);
}

it.each(Object.entries(kinds))("%s", async (_, { status, ask, isPersonal, isPage, isPicture }) => {
  const response = await ask();
  const { headers, text, cookies } = response;
  expect(response.status).toBe(status);
  const policy = directivesOf(String(headers["content-security-policy"]));
  expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  const scripts = policy.get("script-src") ?? [];
  for (const source of scripts)
    expect(source).toMatch(isPage ? /^'(?:sha256-[\w+/]{43}=|strict-dynamic)'$/ : /^'none'$/);
  if (policy.has("report-uri")) {
    // For prefetches by Firefox: no resource type uses this rule.
    expect(policy.get("default-src")).toEqual(["'self'"]);
    for (const kind of ["object", "worker"]) expect(policy.get(`${kind}-src`)).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(policy.get("report-uri")).toEqual(["/csp-report"]);
    expect(headers["reporting-endpoints"]).toBe(`${policy.get("report-to")?.join(" ")}="/csp-report"`);
  } else {
    expect([...policy.keys()]).toContain("sandbox");
    expect(policy.get("default-src")).toEqual(["'none'"]);
  }
  expect(headers["content-security-policy-report-only"]).toBeUndefined();
  expect(headers["strict-transport-security"]).toMatch(/^max-age=63072000/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  for (const told of ["x-powered-by", "server", "access-control-allow-origin", "via"])
    expect(headers[told]).toBeUndefined();
  // Its policy's sandbox allows neither scripts nor requests, so that the following headers have no use.
  if (isPicture) return;
  expect(headers["referrer-policy"]).toMatch(/^(?:strict-origin-when-cross-origin|no-referrer)$/);
  expect(headers["permissions-policy"]).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(headers["x-frame-options"]).toBe("DENY");
  if (isPersonal) expect(headers["cache-control"]).toBe("private, no-store");
  // A response that sets a cookie must not be in a shared cache.
  if (cookies.length > 0) expect(headers["cache-control"] ?? "no-store").toMatch(/private|no-store/);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Domain=/);
  }
  if (isPage) {
    const inline = [...text.matchAll(/(<script\b[^>]*>)([^]*?)<\/script>/g)].filter(
      ([, tag]) => !/type="application\/(?:ld\+)?json"/.test(tag ?? ""),
    );
    expect(inline.length).toBeGreaterThan(0);
    for (const [, , code = ""] of inline)
      expect(scripts).toContain(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
});

it("files of the build say what they are", async () => {
  const { text } = await guest.get("/");
  const files = [...text.matchAll(/"(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map(([, file]) => file ?? "");
  const kindsOfFiles = new Map(files.map((file) => [file.split(".").pop() ?? "", file]));
  expect([...kindsOfFiles.keys()].sort()).toEqual(expect.arrayContaining(["css", "js"]));
  for (const file of kindsOfFiles.values()) {
    const { status, headers } = await guest.get(file);
    expect(status).toBe(200);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["strict-transport-security"]).toMatch(/^max-age=63072000/);
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["cache-control"]).toContain("immutable");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["set-cookie"]).toBeUndefined();
  }
});

/** Returns the response as with a real product API, where no policy contains the sandbox's http origin. */
function inProduction(response: SiteResponse): SiteResponse {
  const sandbox = ` ${target.sandbox.origin}`;
  const policy = String(response.headers["content-security-policy"]).replaceAll(sandbox, "");
  const api = { API_BASE_URL: "https://api.soria.test", ORDER_API_BASE_URL: "https://orders.soria.test" };
  const keys = { SESSION_SECRET: "x".repeat(32), STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789" };
  const env = parseEnv({ ...api, ...keys, SITE_URL: `https://${name}` });
  const scripts = /script-src (.+) 'strict-dynamic'/.exec(policy)?.[1];
  if (scripts) {
    const production = contentSecurityPolicy(env, scripts).replace(" https://api.soria.test", "");
    expect(policy).toBe(production);
  }
  return { ...response, headers: { ...response.headers, "content-security-policy": policy } };
}

it("the MDN HTTP Observatory gives A+ to each of them", async () => {
  const given: string[] = [];
  for (const [kind, { ask }] of Object.entries(kinds)) {
    const { grade, score, results } = gradeOf(inProduction(await ask()));
    given.push(`${kind}: ${grade} ${score}`);
    const taken = Object.entries(results).filter(([, modifier]) => modifier < 0);
    expect([grade, taken], kind).toEqual(["A+", []]);
  }
  console.log(`Observatory, ${given.length} kinds of answers: ${given.join(", ")}`);
});
